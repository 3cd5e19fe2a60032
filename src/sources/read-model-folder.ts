/** Reads a catalog that is a folder with one Markdown file a model, so that adding a model is adding a file. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { PromptmillError } from '../contract/errors.js';
import type { JsonRecord } from '../contract/json-record.js';
import { sortByCodePoints } from '../contract/code-point-order.js';
import { readable } from './read-file.js';

const extension = '.md';
const fence = '---';

/** What the file's name and body say, and its head therefore must not. */
const toldElsewhere: ReadonlySet<string> = new Set(['slug', 'base_instructions']);

/**
 * The file's path below the folder, without `.md`, is the model's name (`vendor/model.md` is `vendor/model`); its text
 * is the base instructions, verbatim. A head between two lines `---` may give other fields of the model, each on a line
 * of its own: a key, a colon, and a value in JSON (`use_responses_lite: true`, `comp_hash: "3000"`).
 *
 * @returns a catalog as `codex debug models` prints it, models by name
 * @throws PromptmillError `bad_catalog` with file and line; `input_not_found`, `input_unreadable`
 */
export function readModelFolder(folder: string): { readonly models: readonly JsonRecord[] } {
  const names = readable(() => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    .filter((name) => name.endsWith(extension))
    .map((name) => name.split(sep).join('/'));
  return { models: sortByCodePoints(names).map((name) => readModel(folder, name)) };
}

function readModel(folder: string, name: string): JsonRecord {
  const file = join(folder, name);
  const { head, body } = splitHead(readText(file), file);
  const fields = head.flatMap((text, at) =>
    text.trim() === '' ? [] : [readField(text, { file, line: at + 2 })],
  );
  return {
    ...Object.fromEntries(fields),
    slug: name.slice(0, -extension.length),
    base_instructions: body,
  };
}

function readText(file: string): string {
  const bytes = readable(() => readFileSync(file));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new PromptmillError('bad_catalog', `${file} is not UTF-8`, {
      file,
      found: 'bytes that are not UTF-8',
      expected: 'Markdown in UTF-8',
      remedy: 'save the file as UTF-8',
      cause: error,
    });
  }
}

function splitHead(text: string, file: string): { head: readonly string[]; body: string } {
  const first = /^---\r?\n/.exec(text);
  if (first === null) return { head: [], body: text };
  const end = /(?:^|\r?\n)---(?:\r?\n|$)/.exec(text.slice(first[0].length));
  if (end === null) {
    throw new PromptmillError('bad_catalog', `${file}: its head has no end`, {
      file,
      line: 1,
      found: `one line ${fence}`,
      expected: `a second line ${fence} after the fields`,
      remedy: `close the head, or begin the text with something other than ${fence}`,
    });
  }
  const fields = text.slice(first[0].length, first[0].length + end.index);
  return {
    head: fields === '' ? [] : fields.split(/\r?\n/),
    body: text.slice(first[0].length + end.index + end[0].length),
  };
}

function readField(
  text: string,
  place: { readonly file: string; readonly line: number },
): readonly [string, unknown] {
  const [, key, value] = /^([a-z_]+):[ \t]*(.*?)[ \t]*$/.exec(text) ?? [];
  if (key === undefined || value === undefined || toldElsewhere.has(key)) {
    throw badField(text, 'a key of lower-case letters, a colon and a value', place);
  }
  try {
    return [key, JSON.parse(value)];
  } catch {
    throw badField(text, 'a value in JSON, text in quotes', place);
  }
}

function badField(
  found: string,
  expected: string,
  place: { readonly file: string; readonly line: number },
): PromptmillError {
  const message = `${place.file}:${place.line}: no field of a model: ${found}`;
  return new PromptmillError('bad_catalog', message, {
    ...place,
    found,
    expected,
    remedy:
      'write "key: value"; the name comes from the file, the base instructions from the text below',
  });
}
