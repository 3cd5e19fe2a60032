// Writes a thread as release 0.145 does: no ordinals, one event beside each item that an interface shows.

import {
  developerBundle,
  metaPayload,
  movedState,
  settingsRecord,
  turnContext,
  userBundle,
  worldState,
} from './context-0.145.mjs';
import { abortedText, modelSwitchText, personalityText } from './fragments.mjs';
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
import { commandText } from './command-text.mjs';
import { Text, textBytes } from './text.mjs';
import { rateLimits, seconds, Thread, usageRecord, zeroUsage } from './thread.mjs';

const localBudgetTokens = 20_000;
const remoteBudgetTokens = 64_000;

/** @typedef {import('./items.mjs').Words} Words */
/** @typedef {{ callId: string, command: string, bytes: number, failed: boolean }} CommandResult */

export class Codex0145 extends Thread {
  /** @param {import('./thread.mjs').ThreadOptions} options */
  constructor(options) {
    super({ ...options, model: options.model ?? 'gpt-5.4' });
  }

  open() {
    this.line('session_meta', metaPayload(this));
  }

  /** @param {{ goal?: boolean }} [how] goal turns have random ids here */
  beginTurn({ goal = false } = {}) {
    const turn = this.openTurn(goal ? this.random.uuid4() : undefined);
    this.event({
      type: 'task_started',
      turn_id: turn.id,
      started_at: seconds(turn.startedMs),
      model_context_window: this.windowTokens,
      collaboration_mode_kind: 'default',
    });
  }

  /** Tells the model its context: all of it when due, else what changed. */
  describe() {
    if (this.contextDue) {
      this.item(developerBundle(this));
      this.item(userBundle(this));
      this.line('world_state', { full: true, state: worldState(this) });
    } else {
      this.describeChanges();
    }
    this.line('turn_context', turnContext(this));
    this.contextDue = false;
    this.untold.clear();
  }

  describeChanges() {
    const { settings, untold } = this;
    if (untold.has('model')) {
      this.item(developer([modelSwitchText(this.texts.base)]));
    } else if (untold.has('personality')) {
      this.item(developer([personalityText(settings.personality)]));
    }
    if (!untold.has('cwd')) return;
    this.item(userBundle(this));
    this.line('world_state', { full: false, state: movedState(settings.cwd) });
  }

  /** @param {object} item @param {string} [turnId] */
  item(item, turnId = this.turn?.id) {
    const before = this.bytes;
    this.line('response_item', inTurn(item, turnId));
    this.grew(this.bytes - before);
  }

  /**
   * A message of the user, with the event that shows it.
   * @param {Words} text
   * @param {import('./items.mjs').Attached} [attached]
   */
  userMessage(text, { images = [], localImage } = {}) {
    const item = user(messageParts(text, { images, localImage, detail: 'high' }));
    this.userItems.push({ item: inTurn(item, this.turn?.id), bytes: textBytes(text) });
    this.item(item);
    this.event({
      type: 'user_message',
      message: text,
      images,
      local_images: localImage === undefined ? [] : [localImage.path],
      audio: [],
      local_audio: [],
      text_elements: [],
    });
  }

  /** A user message that is a marker's, not the user's. @param {string} _kind @param {Words} text @param {string} [turnId] */
  contextualUser(_kind, text, turnId) {
    this.item(user([inputText(text)]), turnId);
  }

  /** @param {{ summary?: string, sealedBytes: number }} thought */
  reason({ summary, sealedBytes }) {
    if (summary !== undefined) this.event({ type: 'agent_reasoning', text: summary });
    this.item(reasoning(this.serverId('rs'), { summary, sealed: this.sealed(sealedBytes) }));
  }

  /** @param {Words} text @param {import('./items.mjs').Phase} [phase] */
  say(text, phase) {
    this.event({
      type: 'agent_message',
      message: text,
      phase: phase ?? null,
      memory_citation: null,
    });
    this.item(assistant(this.serverId('msg'), text, phase));
  }

  /** @param {Parameters<typeof functionCall>[1]} call */
  call(call) {
    this.item(functionCall(this.serverId('fc'), call));
  }

  /** @param {Parameters<typeof customCall>[1]} call */
  customCall(call) {
    this.item(customCall(this.serverId('ctc'), call));
  }

  /** @param {{ callId: string, command: string }} run */
  runCommand({ callId, command }) {
    this.call({ name: 'exec_command', args: { cmd: command }, callId });
  }

  /** @param {CommandResult} result */
  commandOutput({ callId, bytes, failed }) {
    this.output({ callId, output: commandText(this.random, { bytes, failed }) });
  }

  /** @param {{ callId: string, output: Words | readonly object[] }} result */
  output({ callId, output }) {
    this.item({ type: 'function_call_output', call_id: callId, output });
  }

  /** @param {{ callId: string, output: Words }} result */
  customOutput({ callId, output }) {
    this.item({ type: 'custom_tool_call_output', call_id: callId, output });
  }

  /** Nothing is kept of a viewed picture but the tool's output. @param {{ callId: string, path: string }} _view */
  imageViewed(_view) {}

  /** @param {{ callId: string, path: string, content: Words, success: boolean }} patch */
  patched({ callId, path, content, success }) {
    this.event({
      type: 'patch_apply_end',
      call_id: callId,
      turn_id: this.turn?.id,
      stdout: success ? `Written: ${path}\n` : '',
      stderr: success ? '' : `Not written: ${path}\n`,
      success,
      changes: { [path]: { type: 'add', content } },
      status: success ? 'completed' : 'failed',
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
    this.event({ type: 'turn_aborted', turn_id: turn.id, reason: 'interrupted', ...times });
  }

  /** @param {import('./thread.mjs').SettingsChange} change */
  changeSettings(change) {
    this.applySettings(change);
    this.event({ type: 'thread_settings_applied', thread_settings: settingsRecord(this) });
  }

  /**
   * Replaces the history. The provider writes the summary where it can (remote), else the model does (local).
   * @param {{ midTurn?: boolean, summary: Words, sealedBytes?: number }} how
   */
  compact({ midTurn = false, summary, sealedBytes = 2_000 }) {
    const remote = this.provider === 'openai';
    if (!remote) this.writeSummary(summary);
    const text = remote ? '' : Text.of(`${this.texts.summary}\n`, summary);
    const kept = this.keptUserItems(remote ? remoteBudgetTokens : localBudgetTokens);
    const context = midTurn ? [developerBundle(this), userBundle(this)] : [];
    const before = this.bytes;
    this.line('compacted', {
      message: text,
      replacement_history: [
        ...kept.slice(0, -1).map((entry) => entry.item),
        ...context.map((item) => inTurn(item, this.turn?.id)),
        ...kept.slice(-1).map((entry) => entry.item),
        remote
          ? {
              type: 'compaction',
              id: this.serverId('cmp'),
              encrypted_content: this.sealed(sealedBytes),
            }
          : inTurn(user([inputText(text)]), this.turn?.id),
      ],
      ...this.openWindow(),
    });
    this.liveBytes = this.bytes - before;
    this.contextDue = !midTurn;
    if (midTurn) {
      this.line('world_state', { full: true, state: worldState(this) });
      this.line('turn_context', turnContext(this));
    }
    this.tokenCount(this.liveTokens);
    this.event({ type: 'context_compacted' });
  }

  /** The model's answer to the request for a summary; no interface shows it. @param {Words} summary */
  writeSummary(summary) {
    this.tokenCount();
    this.beginResponse({ shown: false });
    this.item(assistant(this.serverId('msg'), summary));
    this.endResponse();
    this.tokenCount();
  }

  /** @param {number} turns */
  rollBack(turns) {
    this.userItems.splice(Math.max(0, this.userItems.length - turns));
    this.tokenCount(this.liveTokens);
    this.event({ type: 'thread_rolled_back', num_turns: turns });
  }

  /**
   * A message from one agent to another.
   * @param {{ author: string, recipient: string, content: readonly object[], triggerTurn: boolean }} letter
   */
  letter({ author, recipient, content, triggerTurn }) {
    this.line('inter_agent_communication_metadata', { trigger_turn: triggerTurn });
    this.item({ type: 'agent_message', author, recipient, content });
  }

  /** @param {{ callId: string, agentId: string, path: string, kind: 'started' | 'interacted' }} activity */
  agentActivity({ callId, agentId, path, kind }) {
    this.event({
      type: 'sub_agent_activity',
      event_id: callId,
      occurred_at_ms: this.nowMs,
      agent_thread_id: agentId,
      agent_path: path,
      kind,
    });
  }

  /** @param {{ path: string, nickname: string }} agent */
  agentAtWork({ path, nickname }) {
    const subagents = `- ${path.split('/').at(-1)}: ${nickname}`;
    this.line('world_state', { full: false, state: { environments: { subagents } } });
  }

  /** The goal itself stands in the steering text here. @param {string} _objective */
  goalObjective(_objective) {}
}

/** @param {object} item @param {string | undefined} turnId */
function inTurn(item, turnId) {
  return turnId === undefined
    ? item
    : { ...item, internal_chat_message_metadata_passthrough: { turn_id: turnId } };
}
