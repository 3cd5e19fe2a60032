// Writes a thread as release 0.47 (autumn 2025) did: no turn ids, a turn context for every response, summaries as text.

import { nestedCommandText } from './command-text.mjs';
import { abortedText, environmentText } from './fragments.mjs';
import { assistant, functionCall, inputText, reasoning, user } from './items.mjs';
import { Thread, usageRecord } from './thread.mjs';

/** @typedef {import('./items.mjs').Words} Words */

const rateLimits = {
  primary: { used_percent: 10, window_minutes: 299, resets_in_seconds: 17_105 },
  secondary: { used_percent: 32, window_minutes: 10_079, resets_in_seconds: 233_161 },
};

export class Codex047 extends Thread {
  /** @param {import('./thread.mjs').ThreadOptions} options */
  constructor(options) {
    super({ ...options, model: options.model ?? 'gpt-5-codex' });
    /** Items of a running response: they are written when it is over. @type {object[]} */
    this.held = [];
  }

  open() {
    const { cwd } = this.settings;
    this.line('session_meta', {
      id: this.id,
      timestamp: new Date(this.startMs).toISOString(),
      cwd,
      originator: 'codex_cli_rs',
      cli_version: '0.47.0',
      instructions: this.texts.agents,
      source: 'cli',
      git: {
        commit_hash: this.random.hex(40),
        branch: 'main',
        repository_url: 'git@mill:grain.git',
      },
    });
    const instructions = `<user_instructions>\n\n${this.texts.agents}\n</user_instructions>`;
    this.item(user([inputText(instructions)]));
    this.item(user([inputText(environmentText({ cwd, date: this.date }))]));
  }

  beginTurn() {
    this.openTurn();
  }

  describe() {}

  /** @param {object} item */
  item(item) {
    const before = this.bytes;
    this.line('response_item', item);
    this.grew(this.bytes - before);
  }

  /** @param {Words} text */
  userMessage(text) {
    this.item(user([inputText(text)]));
    this.event({ type: 'user_message', message: text, kind: 'plain' });
    this.turnContext();
    this.event({ type: 'token_count', info: null, rate_limits: rateLimits });
  }

  turnContext() {
    this.line('turn_context', {
      cwd: this.settings.cwd,
      approval_policy: 'on-request',
      sandbox_policy: {
        mode: 'workspace-write',
        network_access: false,
        exclude_tmpdir_env_var: false,
        exclude_slash_tmp: false,
      },
      model: this.settings.model,
      summary: 'auto',
    });
  }

  endResponse() {
    super.endResponse();
    this.countTokens();
    for (const item of this.held) this.item(item);
    this.held = [];
  }

  /** @param {{ summary?: string, sealedBytes: number }} thought */
  reason({ summary, sealedBytes }) {
    if (summary !== undefined) this.event({ type: 'agent_reasoning', text: summary });
    const { id: _, ...item } = reasoning('', { summary, sealed: this.sealed(sealedBytes) });
    this.held.push(item);
  }

  /** @param {Words} text */
  say(text) {
    this.event({ type: 'agent_message', message: text });
    const { id: _, ...item } = assistant('', text);
    this.held.push(item);
  }

  /** @param {Parameters<typeof functionCall>[1]} call */
  call(call) {
    const { id: _, ...item } = functionCall('', call);
    this.held.push(item);
  }

  /** @param {{ callId: string, command: string }} run */
  runCommand({ callId, command }) {
    this.call({ name: 'shell', args: { command: ['bash', '-lc', command] }, callId });
  }

  /** @param {import('./codex-0.145.mjs').CommandResult} result */
  commandOutput({ callId, bytes, failed }) {
    const output = nestedCommandText(this.random, { bytes, failed });
    this.item({ type: 'function_call_output', call_id: callId, output });
  }

  tokenCount() {
    this.turnContext();
    this.countTokens();
  }

  countTokens() {
    this.event({
      type: 'token_count',
      info: {
        total_token_usage: shortUsage(this.total),
        last_token_usage: shortUsage(this.last),
        model_context_window: 272_000,
      },
      rate_limits: rateLimits,
    });
  }

  /** A picture of the work tree, taken before a turn; no model ever saw it. */
  ghostSnapshot() {
    this.line('response_item', {
      type: 'ghost_snapshot',
      ghost_commit: {
        id: this.random.hex(40),
        parent: this.random.hex(40),
        preexisting_untracked_files: ['notes/tomorrow.md'],
        preexisting_untracked_dirs: [],
      },
    });
  }

  endTurn() {}

  abortTurn() {
    this.item(user([inputText(abortedText())]));
    this.event({ type: 'turn_aborted', reason: 'interrupted' });
  }

  /** The history is replaced by words only: what stays of the user's is worked out by the reader. @param {{ summary: Words }} how */
  compact({ summary }) {
    this.line('compacted', { message: summary });
    this.event({ type: 'agent_message', message: 'The notes are made.' });
    this.liveBytes = 0;
  }
}

/** @param {import('./thread.mjs').Usage} usage */
function shortUsage(usage) {
  const { cache_write_input_tokens: _, ...record } = usageRecord(usage);
  return record;
}
