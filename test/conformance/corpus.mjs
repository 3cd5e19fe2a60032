// Renders a folder of rollouts of many releases and origins with the lenient loader: none may fail without a reason.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createAssembler } from '../../dist/index.js';
import { recogniseDeveloper, recogniseUser } from '../../dist/fragments/recognise.js';

/**
 * @typedef {object} CorpusFile
 * @property {string} name
 * @property {number} requests
 * @property {string | undefined} explanation   why nothing could be rendered
 * @property {string | undefined} problem       what went wrong without explanation
 * @property {ReadonlyMap<string, number>} fragments   contextual texts by kind
 */

/** @param {string} root @returns {Promise<CorpusFile[]>} */
export async function readCorpus(root) {
  const names = readdirSync(root).filter((name) => name.endsWith('.jsonl'));
  const files = [];
  for (const name of names.toSorted()) files.push(await readCorpusFile(join(root, name)));
  return files;
}

/** @param {string} path @returns {Promise<CorpusFile>} */
async function readCorpusFile(path) {
  const records = readRecords(path);
  const { requests, failure } = await render(path);
  const explanation = requests > 0 ? undefined : explain(records);
  return {
    name: basename(path),
    requests,
    explanation,
    problem:
      failure !== undefined && explanation === undefined
        ? failure
        : silence(requests, records, explanation),
    fragments: countFragments(records.flatMap(messagesIn)),
  };
}

/** @param {string} path @returns {Promise<{ requests: number, failure: string | undefined }>} */
async function render(path) {
  /** @type {string | undefined} */
  let failure;
  let requests = 0;
  const assembler = createAssembler({
    onFailure: ({ code, message }) => {
      failure = `${code}: ${message}`;
    },
  });
  for await (const request of assembler.render([path])) {
    if (!Array.isArray(request.request['input'])) failure = `${request.id} has no input`;
    requests += 1;
  }
  assembler.close();
  return { requests, failure };
}

/** The lines that are JSON objects; torn ones are what the loader is tested with. @param {string} path */
function readRecords(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line) => {
    try {
      const value = JSON.parse(line);
      return typeof value === 'object' && value !== null ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** Why a file is no session, or one without requests. @param {readonly any[]} records @returns {string | undefined} */
function explain(records) {
  if (records.length === 0) return 'no line of it is a JSON object';
  const isDocument = records.length === 1 && Array.isArray(records[0].items);
  if (isDocument) return 'one JSON document, not a line for each record';
  if (records.every(({ type }) => type === 'event' || /^(thread|turn|item)\./.test(type))) {
    return 'the output of `codex exec --json`, not a rollout';
  }
  return records.flatMap(itemsIn).some(isFromModel)
    ? undefined
    : 'the model has not answered in it';
}

/** @param {number} requests @param {readonly any[]} records @param {string | undefined} explanation */
function silence(requests, records, explanation) {
  if (requests > 0 || explanation !== undefined) return undefined;
  const count = records.flatMap(itemsIn).filter(isFromModel).length;
  return `the model wrote ${count} items, but no request was found`;
}

const MODEL_TYPES = /^(reasoning|(function|custom_tool|local_shell|tool_search|web_search)_call)$/;

/** Items in a form that Codex wrote at some time. @param {any} item */
function isFromModel({ type, role, content }) {
  return (
    (type === 'message' && role === 'assistant' && Array.isArray(content)) || MODEL_TYPES.test(type)
  );
}

/** Items of a line, with envelope or without. @param {any} record @returns {any[]} */
function itemsIn(record) {
  if (record.type === 'response_item') return record.payload === undefined ? [] : [record.payload];
  if (record.type === 'compacted') return record.payload?.replacement_history ?? [];
  return record.payload === undefined && record.type !== undefined ? [record] : [];
}

/** @param {any} record @returns {any[]} */
function messagesIn(record) {
  return itemsIn(record).filter((item) => item?.type === 'message' && Array.isArray(item.content));
}

/** @param {readonly any[]} messages */
function countFragments(messages) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { role, content } of messages) {
    for (const { text } of content) {
      const kind = typeof text === 'string' ? kindOf(role, text) : undefined;
      if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return counts;
}

/** @param {string} role @param {string} text */
function kindOf(role, text) {
  const whole = { head: text, tail: text, whole: () => text };
  if (role === 'user') return recogniseUser(whole);
  return role === 'developer' ? recogniseDeveloper(whole) : undefined;
}

/** A row for each file, a column for each kind that occurs. @param {readonly CorpusFile[]} files */
export function fragmentTable(files) {
  const kinds = [...new Set(files.flatMap(({ fragments }) => [...fragments.keys()]))].toSorted();
  const total = (/** @type {string} */ kind) =>
    files.reduce((sum, { fragments }) => sum + (fragments.get(kind) ?? 0), 0);
  return [
    ['file', 'requests', ...kinds],
    ...files.map(({ name, requests, fragments }) => [
      name,
      requests,
      ...kinds.map((kind) => fragments.get(kind) ?? 0),
    ]),
    ['all', files.reduce((sum, { requests }) => sum + requests, 0), ...kinds.map(total)],
  ]
    .map((row) => row.join('\t'))
    .join('\n');
}
