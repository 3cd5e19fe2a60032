/** Words about tools: how a patch is written, and what newer releases say of tools that come and go (spec 4 §2.2). */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, type JsonRecord } from '../../../contract/json-record.js';
import type { PackTextId } from '../../../contract/texts.js';
import type { Bench } from '../bench.js';
import { portMark } from '../codex-home.js';
import { cutFrame, linedTag } from '../cut-text.js';
import type { Family, Finding } from '../finding.js';
import { answerMcp } from '../made-up-account.js';
import type { ModelCall } from '../mock-service.js';
import { keepCatalog, modelOf, withMessages } from '../own-model.js';
import { fragmentsOf, seen, textsOfCalls } from '../recorded-texts.js';

const tagName = 'tools';
const tag = linedTag(tagName);

export const tools: Family = {
  name: 'tools',
  probes: [
    { ids: ['tools.apply-patch'], run: captureApplyPatch },
    {
      ids: [
        'tools.deferred',
        'tools.deferred-added',
        'tools.deferred-removed',
        'tools.deferred-none',
      ],
      run: captureDeferred,
    },
    { ids: ['tools.incremental', 'tools.removed'], run: captureIncremental },
  ],
};

/** What the tool's own description says. */
async function captureApplyPatch(bench: Bench): Promise<readonly Finding[]> {
  const run = async (text: string): Promise<string> => {
    const options = { model: modelOf(bench, 'plain').slug };
    const calls = await bench.session(options, async ({ turn }) => turn(text));
    const { tools: offered } = seen(calls[0], 'no request was sent').body;
    const list: readonly unknown[] = Array.isArray(offered) ? offered : [];
    const tool = list.filter(isRecord).find(({ name }) => name === 'apply_patch');
    const description = tool?.['description'];
    return seen(
      typeof description === 'string' ? description : undefined,
      'no such tool was offered',
    );
  };
  const text = await run('Hello.');
  const recorded = await run('Hello again.');
  return [{ id: 'tools.apply-patch', text, checks: [{ rendered: text, recorded }] }];
}

/** The lines before and after the list of namespaces that a model has to ask for, as tool servers come and go. */
async function captureDeferred(bench: Bench): Promise<readonly Finding[]> {
  const first = await deferredTexts(bench, ['one', 'two']);
  const second = await deferredTexts(bench, ['three', 'four']);
  const linesOf = (texts: readonly string[], at: number): readonly string[] =>
    (texts[at] ?? '').split('\n').filter((line) => !line.startsWith('- '));
  const told = (id: PackTextId, at: number, line: number): Finding => {
    const text = linesOf(first, at)[line];
    if (text === undefined || text === '') return { id, reason: 'no such text was sent' };
    return { id, text, checks: [{ rendered: text, recorded: linesOf(second, at)[line] ?? '' }] };
  };
  return [
    told('tools.deferred', 0, 0),
    told('tools.deferred-added', 1, 0),
    told('tools.deferred-removed', 2, 0),
    told('tools.deferred-none', 2, 1),
  ];
}

/** The bodies of what is told when there is one tool server, then a second, then none. */
async function deferredTexts(
  bench: Bench,
  servers: readonly [string, string],
): Promise<readonly string[]> {
  const plain = modelOf(bench, 'plain');
  const model = { ...plain, slug: 'mill', multi_agent_version: 'disabled' };
  const table = (name: string): string =>
    `[mcp_servers.${name}]\nurl = "http://127.0.0.1:${portMark}/mcp"\n`;
  const options = {
    model: 'mill',
    catalog: await keepCatalog(bench, [model]),
    route: (_: string, body: JsonRecord | undefined) => answerMcp('mill', body),
    tables: table(servers[0]),
  };
  const calls = await bench.session(options, async ({ home, server, turn }) => {
    const config = join(home.folder, 'config.toml');
    const written = await readFile(config, 'utf8');
    const offer = async (tables: string): Promise<void> => {
      const base = written.slice(0, written.indexOf('[mcp_servers'));
      await writeFile(config, `${base}${tables.replaceAll(portMark, String(home.port))}`);
      await server.call('config/mcpServer/reload');
      await turn('Hello.');
    };
    await turn('Hello.');
    await offer(`${table(servers[0])}\n${table(servers[1])}`);
    await offer('');
  });
  return fragmentsOf(textsOfCalls(calls), tagName).map((text) => cutFrame(text, tag));
}

/** Models that take their tools from the history are told what changed at a switch. */
async function captureIncremental(bench: Bench): Promise<readonly Finding[]> {
  const run = async (gone: string): Promise<readonly string[]> => {
    const lite = modelOf(bench, 'lite');
    const known = lite['experimental_supported_tools'];
    const supported = Array.isArray(known) ? known : [];
    const base = { instructions_template: 'BASE' };
    const models = [
      { ...withMessages(lite, 'mill-more', base), base_instructions: 'BASE' },
      {
        ...withMessages(lite, 'mill-less', base),
        base_instructions: 'BASE',
        apply_patch_tool_type: null,
        experimental_supported_tools: supported.filter((name) => name !== gone),
      },
    ];
    const catalog = await keepCatalog(bench, models);
    const calls = await bench.session({ model: 'mill-more', catalog }, async ({ turn }) => {
      await turn('Hello.', { model: 'mill-more' });
      await turn('Hello.', { model: 'mill-less' });
    });
    return newDeveloperTexts(calls);
  };
  const first = await run('send_message_to_user_async');
  const second = await run('request_user_input_async');
  const removed = (texts: readonly string[]): string | undefined =>
    texts.find((text) => text.includes('\n- '))?.split('\n- ')[0];
  const incremental = (texts: readonly string[]): string | undefined =>
    texts.find((text) => !text.includes('\n- '));
  return (
    [
      ['tools.incremental', incremental],
      ['tools.removed', removed],
    ] as const
  ).map(([id, pick]) => {
    const text = pick(first);
    if (text === undefined) return { id, reason: 'no such text was sent at a switch' };
    return { id, text, checks: [{ rendered: text, recorded: pick(second) ?? '' }] };
  });
}

/** Untagged developer texts of the second request that the first did not have. */
function newDeveloperTexts(calls: readonly ModelCall[]): readonly string[] {
  const before = new Set(textsOfCalls(calls.slice(0, 1)).map(({ text }) => text));
  return textsOfCalls(calls.slice(1, 2))
    .filter(({ role, text }) => role === 'developer' && !text.startsWith('<') && !before.has(text))
    .map(({ text }) => text);
}
