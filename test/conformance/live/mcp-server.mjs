#!/usr/bin/env node
// A tool server for one scenario: speaks MCP over standard streams, offers one tool with every kind of answer.

import { createInterface } from 'node:readline';
import { PIXEL } from './pixel.mjs';

const TOOL = {
  name: 'grind',
  description: 'Grinds a grain.',
  inputSchema: { type: 'object', properties: { grain: { type: 'string' } }, required: ['grain'] },
};

/** @type {Record<string, object>} */
const ANSWERS = {
  wheat: { content: [{ type: 'text', text: 'white flour' }] },
  rye: {
    content: [
      { type: 'text', text: 'grey flour' },
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
    ],
  },
  oats: { content: [{ type: 'text', text: 'flakes' }], structuredContent: { kilos: 3 } },
  stone: { content: [{ type: 'text', text: 'too hard' }], isError: true },
};

/** @type {Record<string, (params: any) => unknown>} */
const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'mill', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': ({ arguments: { grain } }) => ANSWERS[grain] ?? { content: [] },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = METHODS[method];
  const outcome =
    answer === undefined
      ? { error: { code: -32601, message: `no method ${method}` } }
      : { result: answer(params) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`);
});
