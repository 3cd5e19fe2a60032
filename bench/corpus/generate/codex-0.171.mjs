// Writes a thread as release 0.171 does: what happens in it, line by line.

import {
  contextBundle,
  litePrefix,
  metaPayload,
  settingsPayload,
  turnContext,
  worldState,
} from './context-0.171.mjs';
import { abortedText, modelSwitchText } from './fragments.mjs';
import {
  assistant,
  customCall,
  developer,
  functionCall,
  inputText,
  messageParts,
  reasoning,
  user,
} from './items.mjs';
import { compactedPayload } from './compaction-0.171.mjs';
import { commandText } from './command-text.mjs';
import { Text, textBytes } from './text.mjs';
import { Lines0171 } from './lines-0.171.mjs';
import { rateLimits, seconds, usageRecord, zeroUsage } from './thread.mjs';

/** @typedef {import('./items.mjs').Words} Words */
/** @typedef {import('./codex-0.145.mjs').CommandResult} CommandResult */

export class Codex0171 extends Lines0171 {
  open() {
    this.line('session_meta', metaPayload(this));
  }

  /** @param {{ goal?: boolean }} [how] */
  beginTurn({ goal = false } = {}) {
    const turn = this.openTurn();
    this.turnUsage = { ...zeroUsage };
    this.event({
      type: 'task_started',
      turn_attribution: this.attribution(goal ? 'goal' : null),
      turn_id: turn.id,
      root_turn_id: this.rootTurnId,
      started_at: seconds(turn.startedMs),
      model_context_window: this.windowTokens,
      collaboration_mode_kind: 'default',
    });
  }

  /** Tells the model its context: all of it when due, else what changed. */
  describe() {
    const first = this.contextDue;
    if (first) {
      const context = [...litePrefix(this), ...contextBundle(this)];
      context.forEach(({ item, kinds }, index) => {
        this.item(item, { kinds, created: kinds !== undefined, attributed: index === 0 });
      });
      this.line('world_state', { full: true, state: worldState(this) });
    } else if (this.untold.has('model')) {
      const { model } = this.settings;
      const item = developer([modelSwitchText(this.texts.base)], this.clientId('msg'));
      this.item(item, { kinds: ['model_switch.instructions'], created: true });
      this.line('world_state', { full: false, state: { collaboration_mode: { model }, model } });
    }
    this.line('turn_context', turnContext(this));
    if (first) this.event(settingsPayload(this));
    this.contextDue = false;
    this.untold.clear();
  }

  /**
   * @param {Words} text
   * @param {import('./items.mjs').Attached} [attached]
   */
  userMessage(text, { images = [], localImage } = {}) {
    const content = messageParts(text, { images, localImage, detail: 'original' });
    const item = user(content, this.clientId('msg'));
    const retained = this.retained(item, content.length === 1);
    const written = this.item(item, {
      kinds: content.map((part) => (part.type === 'input_image' ? 'user.image' : 'user.text')),
      created: true,
      retained,
      ordered: true,
      attributed: true,
    });
    this.userItems.push({ ...written, bytes: textBytes(text) });
    this.completed({
      type: 'UserMessage',
      id: this.random.uuid7(this.nowMs),
      content: [
        { type: 'text', text, text_elements: [] },
        ...(localImage === undefined ? [] : [{ type: 'local_image', path: localImage.path }]),
        ...images.map((url) => ({ type: 'image', image_url: url })),
      ],
    });
  }

  /** @param {string} kind @param {Words} text */
  contextualUser(kind, text) {
    this.item(user([inputText(text)], this.clientId('msg')), { kinds: [kind], created: true });
  }

  /** @param {{ summary?: string, sealedBytes: number }} thought */
  reason({ summary, sealedBytes }) {
    const id = this.serverId('rs');
    const shown = summary === undefined ? [] : [summary];
    this.completed({ type: 'Reasoning', id, summary_text: shown, raw_content: [] });
    this.item(reasoning(id, { summary, sealed: this.sealed(sealedBytes) }));
  }

  /** @param {Words} text @param {import('./items.mjs').Phase} [phase] */
  say(text, phase) {
    const item = assistant(this.serverId('msg'), text, phase);
    const content = [{ type: 'Text', text }];
    this.completed({ type: 'AgentMessage', id: item.id, content, phase });
    const retained = this.retained(item, true);
    const { metadata } = this.item(item, { modelText: true, retained, ordered: true });
    this.assistantTexts.push({
      revision: retained.revision,
      order: metadata.user_input_order,
      turn_id: this.turn?.id,
      message_id: item.id,
      text,
      complete: true,
    });
    if (this.assistantTexts.length > 20) this.assistantTexts.shift();
  }

  /** @param {Parameters<typeof functionCall>[1]} call */
  call(call) {
    this.item(functionCall(this.serverId('fc'), call), { ordered: true });
  }

  /** @param {Parameters<typeof customCall>[1]} call */
  customCall(call) {
    this.item(customCall(this.serverId('ctc'), call));
  }

  /** @param {{ callId: string, output: Words | readonly object[] }} result */
  output({ callId, output }) {
    const item = {
      type: 'function_call_output',
      id: this.clientId('fco'),
      call_id: callId,
      output,
    };
    this.item(item, { created: true, limited: true });
  }

  /** @param {{ callId: string, output: Words }} result */
  customOutput({ callId, output }) {
    const id = this.clientId('ctco');
    const item = { type: 'custom_tool_call_output', id, call_id: callId, output };
    this.item(item, { created: true, limited: true });
  }

  /** Lite models know one tool, a script. @param {{ callId: string, command: string }} run */
  runCommand({ callId, command }) {
    if (this.lite) {
      this.customCall({ name: 'exec', input: `await run(${JSON.stringify(command)});\n`, callId });
    } else {
      this.call({ name: 'exec_command', args: { cmd: command }, callId });
    }
  }

  /** @param {CommandResult} result */
  commandOutput({ callId, command, bytes, failed }) {
    this.commandRan({ callId, command, failed });
    const output = commandText(this.random, { bytes, failed });
    if (this.lite) this.customOutput({ callId, output });
    else this.output({ callId, output });
  }

  /** Every recording has an empty `aggregated_output`, whatever the command said. @param {{ callId: string, command: string, failed: boolean }} run */
  commandRan({ callId, command, failed }) {
    this.completed({
      type: 'CommandExecution',
      id: callId,
      process_id: String(this.random.between(1_000, 60_000)),
      command: ['/bin/bash', '-lc', command],
      cwd: `file://${this.settings.cwd}`,
      parsed_cmd: [{ type: 'unknown', cmd: command }],
      source: 'unified_exec_startup',
      status: failed ? 'failed' : 'completed',
      aggregated_output: '',
      exit_code: failed ? 1 : 0,
      duration: { secs: 0, nanos: this.random.between(1_000_000, 999_999_999) },
    });
  }

  /** @param {{ callId: string, path: string }} view */
  imageViewed({ callId, path }) {
    this.completed({ type: 'ImageView', id: callId, path: `file://${path}` });
  }

  /** @param {{ callId: string, path: string, content: Words, success: boolean }} patch */
  patched({ callId, path, content, success }) {
    this.completed({
      type: 'FileChange',
      id: callId,
      changes: { [path]: { type: 'add', content } },
      status: success ? 'completed' : 'failed',
      stdout: success ? `Written: ${path}\n` : '',
      stderr: success ? '' : `Not written: ${path}\n`,
    });
  }

  /** @param {number} [estimate] tokens of the history, when no response has counted them */
  tokenCount(estimate) {
    const last = usageRecord(estimate === undefined ? this.last : zeroUsage);
    this.event({
      type: 'token_count',
      info: {
        total_token_usage: usageRecord(this.total),
        last_token_usage: estimate === undefined ? last : { ...last, total_tokens: estimate },
        last_usage_includes_reasoning: estimate !== undefined,
        model_context_window: this.windowTokens,
      },
      rate_limits: rateLimits,
    });
  }

  /** @param {Words | null} lastMessage */
  endTurn(lastMessage) {
    const turn = this.runningTurn();
    this.event({
      type: 'task_complete',
      root_turn_id: this.rootTurnId,
      turn_id: turn.id,
      last_agent_message: lastMessage,
      ...this.turnTimes(turn),
    });
  }

  abortTurn() {
    const turn = this.runningTurn();
    this.tokenCount();
    this.contextualUser('generic.turn_aborted', abortedText());
    const { time_to_first_token_ms: _, ...times } = this.turnTimes(turn);
    this.event({
      type: 'turn_aborted',
      root_turn_id: this.rootTurnId,
      turn_id: turn.id,
      reason: 'interrupted',
      ...times,
    });
  }

  /** @param {import('./thread.mjs').SettingsChange} change */
  changeSettings(change) {
    this.applySettings(change);
    this.event(settingsPayload(this));
  }

  /**
   * Replaces the history and tells the context anew inside of it.
   * @param {{ midTurn?: boolean, summary: Words, sealedBytes?: number }} how mid-turn makes no difference here
   */
  compact({ summary, sealedBytes = 2_000 }) {
    const remote = this.provider === 'openai';
    if (remote) {
      this.beginResponse({ shown: false });
      this.endResponse();
    } else {
      this.writeSummary(summary);
    }
    const before = this.bytes;
    const text = remote ? undefined : Text.of(`${this.texts.summary}\n`, summary);
    this.line('compacted', compactedPayload(this, { text, sealedBytes }));
    this.liveBytes = this.bytes - before;
    this.line('world_state', { full: true, state: worldState(this) });
    this.line('turn_context', turnContext(this));
    this.event(settingsPayload(this));
    this.tokenCount(this.liveTokens);
    this.completed({ type: 'ContextCompaction', id: this.random.uuid7(this.nowMs) });
    this.untold.clear();
  }

  /** @param {Words} summary */
  writeSummary(summary) {
    this.tokenCount();
    this.beginResponse({ shown: false });
    this.item(assistant(this.serverId('msg'), summary), { modelText: true, summary: true });
    this.endResponse();
    this.tokenCount();
  }

  /** @param {{ author: string, recipient: string, content: readonly object[], triggerTurn: boolean }} letter */
  letter({ author, recipient, content, triggerTurn }) {
    this.line('inter_agent_communication_metadata', { trigger_turn: triggerTurn });
    this.item(
      { type: 'agent_message', id: this.clientId('amsg'), author, recipient, content },
      { created: true, ordered: true, letterParts: content.length },
    );
  }

  /** @param {{ callId: string, agentId: string, path: string, kind: 'started' | 'interacted' }} activity */
  agentActivity({ callId, agentId, path, kind }) {
    this.completed({
      type: 'SubAgentActivity',
      model: kind === 'started' ? this.settings.model : null,
      reasoning_effort: kind === 'started' ? 'medium' : null,
      id: callId,
      kind,
      agent_thread_id: agentId,
      agent_path: path,
    });
  }

  /** @param {{ path: string }} agent */
  agentAtWork({ path }) {
    const subagents = `<agent name="${path}" />`;
    this.line('world_state', { full: false, state: { environments: { subagents } } });
  }

  /** The goal as a tool's output that answers no call. @param {string} objective */
  goalObjective(objective) {
    const item = {
      type: 'function_call_output',
      id: this.clientId('fco'),
      name: 'goal_objective',
      namespace: 'agent',
      output: objective,
    };
    this.item(item, { created: true, limited: true, background: true });
  }
}
