#!/usr/bin/env node
// A program that can be driven like Codex as far as captures need it, and says things of its own: base prompts,
// permissions, switches of the model. It knows no other method and says so.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const home = process.env.CODEX_HOME ?? '';
const config = readFileSync(join(home, 'config.toml'), 'utf8');

/** @param {string} key */
function setting(key) {
  return new RegExp(`^${key} = "(.*)"$`, 'm').exec(config)?.[1];
}

const bundled = {
  models: [{ slug: 'fake-1', priority: 1, input_modalities: ['text'], base_instructions: 'Fake.' }],
};

function catalog() {
  const file = setting('model_catalog_json');
  return file === undefined ? bundled : JSON.parse(readFileSync(file, 'utf8'));
}

/** @param {string | undefined} slug */
function modelNamed(slug) {
  return catalog().models.find((/** @type {any} */ model) => model.slug === slug);
}

/** @param {string | undefined} slug */
function baseOf(slug) {
  const model = modelNamed(slug);
  if (model === undefined) return 'You are nobody in particular.';
  return model.model_messages?.instructions_template ?? model.base_instructions;
}

function permissions() {
  const { approvals, permissions: sandboxes } = modelNamed(setting('model'))?.model_messages ?? {};
  const mode = setting('sandbox_mode') ?? '';
  const network = mode === 'danger-full-access' ? 'enabled' : 'restricted';
  const sandbox = sandboxes?.[mode.replaceAll('-', '_')] ?? `Box ${mode}, wires ${network}.`;
  const policy = setting('approval_policy') ?? '';
  const approval = approvals?.[policy] ?? `Ask ${policy}.\n`;
  const body = `\n${sandbox}\n${approval}`;
  const text = body.endsWith('\n') ? body : `${body}\n`;
  return `<permissions instructions>${text}</permissions instructions>`;
}

/** @param {string} role @param {string} text */
function message(role, text) {
  return { type: 'message', role, content: [{ type: 'input_text', text }] };
}

/** @param {object} document */
function say(document) {
  process.stdout.write(`${JSON.stringify(document)}\n`);
}

/** @type {object[]} */
const history = [];
let previous = setting('model');

/** @param {any} params */
async function runTurn({ threadId, input, model = previous }) {
  if (model !== previous) {
    const lead = 'You are someone else now:';
    const text = `<model_switch>\n${lead}\n\n${baseOf(model)}\n</model_switch>`;
    history.push(message('developer', text));
    previous = model;
  }
  history.push(message('user', input[0].text));
  const url = `${setting('base_url')}/responses`;
  const body = JSON.stringify({ model, instructions: baseOf(setting('model')), input: history });
  await (await fetch(url, { method: 'POST', body })).text();
  say({ method: 'turn/completed', params: { threadId, turn: { status: 'completed' } } });
}

/** @param {string} line */
async function answer(line) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'initialize') say({ id, result: {} });
  else if (method === 'thread/start') say({ id, result: { thread: { id: 't1' } } });
  else if (method === 'turn/start') {
    say({ id, result: {} });
    await runTurn(params);
  } else say({ id, error: { message: `there is no method ${method}` } });
}

const [command, topic] = process.argv.slice(2);
if (command === '--version') process.stdout.write('fake-codex 9.9.9\n');
else if (topic === 'models') process.stdout.write(JSON.stringify(bundled));
else if (topic === 'prompt-input') say([message('developer', permissions())]);
else createInterface({ input: process.stdin }).on('line', answer);
