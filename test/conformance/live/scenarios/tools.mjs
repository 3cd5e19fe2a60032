// Scenarios about tool calls and what they return.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PIXEL, PIXEL_URL } from '../pixel.mjs';
import { EVERY_VERSION } from '../releases.mjs';
import { customCall, functionCall, message, reasoning, respond } from '../replies.mjs';
import { steps } from '../script.mjs';
import { inThread } from '../stage.mjs';

const MCP_SERVER = fileURLToPath(new URL('../mcp-server.mjs', import.meta.url));

const ADD_FILE = '*** Begin Patch\n*** Add File: new.txt\n+hello\n*** End Patch';

/** @param {import('../stage.mjs').ThreadStage} stage */
async function threeTurns({ say }) {
  await say('use your tools');
  await say('thanks');
  await say('bye');
}

/** Images on the way in and out; `last`: settings of the last turn. @param {object} [last] @returns {import('../stage.mjs').Play} */
function showImages(last = {}) {
  return inThread(async (stage) => {
    const path = join(stage.home.project, 'pixel.png');
    await writeFile(path, Buffer.from(PIXEL, 'base64'));
    await stage.say([
      { type: 'text', text: 'look' },
      { type: 'image', url: PIXEL_URL },
    ]);
    await stage.say('view it yourself');
    await stage.say([
      { type: 'localImage', path },
      { type: 'text', text: 'and from disk' },
    ]);
    await stage.say([
      { type: 'localImage', path: `${path}.missing` },
      { type: 'text', text: 'not there' },
    ]);
    await stage.say('thanks', last);
  });
}

const VIEW = () => respond([functionCall('view_image', 'view-1', { path: 'pixel.png' })]);

/** @type {import('../record-scenario.mjs').Scenario[]} */
export const toolScenarios = [
  {
    name: 'tools',
    versions: EVERY_VERSION,
    script: () =>
      steps({
        0: () =>
          respond([message('on it'), functionCall('exec_command', 'ok-1', { cmd: 'echo fine' })]),
        1: () => respond([functionCall('exec_command', 'bad-1', { cmd: 'echo oops >&2; exit 3' })]),
        2: () =>
          respond([
            functionCall('no_such_tool', 'unknown-1', { a: 1 }),
            functionCall('exec_command', 'torn-1', '{"cmd": '),
          ]),
        3: () =>
          respond([
            functionCall('exec_command', 'left-1', { cmd: 'echo left' }),
            functionCall('exec_command', 'right-1', { cmd: 'echo right' }),
          ]),
        4: () => respond([customCall('apply_patch', 'patch-1', ADD_FILE)]),
        5: () =>
          respond([
            customCall('apply_patch', 'patch-2', 'not a patch'),
            customCall('no_such_custom', 'unknown-2', 'x'),
          ]),
        6: () =>
          respond([
            functionCall('update_plan', 'plan-1', {
              plan: [{ step: 'one', status: 'in_progress' }],
            }),
          ]),
        7: () =>
          respond([functionCall('exec_command', 'wide-1', { cmd: 'printf "é€𝄞%.0s" 1 2 3' })]),
      }),
    play: inThread(threeTurns),
  },
  {
    name: 'tools-long-output',
    versions: EVERY_VERSION,
    extraModels: true,
    script: () =>
      steps({
        0: () =>
          respond([
            functionCall('exec_command', 'long-1', {
              cmd: 'seq 1 20000',
              max_output_tokens: 100_000,
            }),
          ]),
        1: () =>
          respond([
            functionCall('exec_command', 'long-2', { cmd: 'seq 1 30000', max_output_tokens: 500 }),
          ]),
        2: () =>
          respond([
            functionCall('exec_command', 'long-3', {
              cmd: 'for i in $(seq 1 9000); do printf "é€𝄞"; done',
              max_output_tokens: 100_000,
            }),
          ]),
        4: () =>
          respond([
            functionCall('exec_command', 'long-4', {
              cmd: 'seq 1 2000',
              max_output_tokens: 100_000,
            }),
          ]),
      }),
    play: inThread(async ({ say }) => {
      await say('print a lot');
      await say('and in bytes', { model: 'mill-bytes' });
      await say('thanks');
    }),
  },
  {
    name: 'tools-dynamic',
    versions: EVERY_VERSION,
    script: () =>
      steps({
        0: () => respond([functionCall('weigh', 'weigh-1', { what: 'flour' })]),
        1: () => respond([functionCall('weigh', 'weigh-2', { what: 'nothing' })]),
      }),
    play: inThread(threeTurns, {
      start: {
        dynamicTools: [
          {
            type: 'function',
            name: 'weigh',
            description: 'Weighs a thing.',
            inputSchema: {
              type: 'object',
              properties: { what: { type: 'string' } },
              required: ['what'],
              additionalProperties: false,
            },
          },
        ],
      },
      requests: {
        'item/tool/call': ({ arguments: args }) =>
          args.what === 'nothing'
            ? {
                success: false,
                contentItems: [{ type: 'inputText', text: 'there is nothing to weigh' }],
              }
            : {
                success: true,
                contentItems: [
                  { type: 'inputText', text: '2 kg' },
                  { type: 'inputImage', imageUrl: PIXEL_URL },
                ],
              },
      },
    }),
  },
  {
    name: 'tools-mcp',
    versions: EVERY_VERSION,
    home: {
      tables: `[mcp_servers.mill]\ncommand = "${process.execPath}"\nargs = ["${MCP_SERVER}"]`,
    },
    script: () =>
      steps({
        0: () =>
          respond([
            {
              type: 'tool_search_call',
              id: 'ts_1',
              call_id: 'search-1',
              execution: 'client',
              arguments: { query: 'grind a grain' },
            },
          ]),
        1: () => respond(['wheat', 'rye', 'oats', 'stone', 'sand'].map((grain) => grind(grain))),
        3: () =>
          respond([
            {
              type: 'tool_search_call',
              id: 'ts_2',
              call_id: 'search-2',
              execution: 'client',
              arguments: { query: 'nothing like it' },
            },
          ]),
      }),
    play: inThread(threeTurns),
  },
  {
    name: 'tools-of-the-service',
    versions: EVERY_VERSION,
    script: () =>
      steps({
        0: () =>
          respond([
            reasoning('let me search', 'SEALED-SEARCH'),
            {
              type: 'web_search_call',
              id: 'ws_1',
              status: 'completed',
              action: { type: 'search', query: 'millstones' },
            },
            message('searching', { phase: 'commentary' }),
            message('found it', { phase: 'final_answer' }),
          ]),
        1: () =>
          respond([
            {
              type: 'image_generation_call',
              id: 'ig_1',
              status: 'completed',
              result: PIXEL,
              revised_prompt: 'a mill',
            },
            message('drawn'),
          ]),
      }),
    play: inThread(threeTurns),
  },
  {
    name: 'tools-lite',
    versions: EVERY_VERSION,
    home: ({ lite }) => ({ model: lite }),
    script: () =>
      steps({
        0: () =>
          respond([
            customCall(
              'exec',
              'cell-1',
              'const r = await tools.exec_command({cmd: "echo from a cell"}); text(r.output ?? JSON.stringify(r));',
            ),
          ]),
        1: () => respond([customCall('exec', 'cell-2', 'throw new Error("no flour");')]),
        2: () => respond([customCall('exec', 'cell-3', 'this is not a script')]),
        3: () => respond([functionCall('wait', 'wait-1', { cell_id: 'none' })]),
        4: () => respond([customCall('exec', 'cell-4', 'text("x".repeat(90000));')]),
      }),
    play: inThread(threeTurns),
  },
  { name: 'images', versions: EVERY_VERSION, script: () => steps({ 1: VIEW }), play: showImages() },
  {
    name: 'images-lite',
    versions: EVERY_VERSION,
    home: ({ lite }) => ({ model: lite }),
    script: () => steps({ 1: VIEW }),
    play: showImages(),
  },
  {
    name: 'images-then-blind',
    versions: EVERY_VERSION,
    extraModels: true,
    script: () => steps({ 1: VIEW }),
    play: showImages({ model: 'mill-blind' }),
  },
];

/** @param {string} grain */
function grind(grain) {
  return { ...functionCall('grind', `grind-${grain}`, { grain }), namespace: 'mcp__mill' };
}
