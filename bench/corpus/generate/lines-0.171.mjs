// The lines of release 0.171: an ordinal on each, ids on every item, notes beside each, usage after every response.

import { historyMetadata, passthrough } from './kinds-0.171.mjs';
import { Thread, usageRecord, zeroUsage } from './thread.mjs';

/**
 * How an item is noted down; see `kinds-0.171.mjs`.
 * @typedef {object} ItemOptions
 * @property {readonly string[]} [kinds]
 * @property {boolean} [created]
 * @property {boolean} [modelText]
 * @property {object} [retained]
 * @property {boolean} [ordered]
 * @property {boolean} [limited]
 * @property {boolean} [attributed]
 * @property {boolean} [summary]
 * @property {boolean} [background]
 * @property {number} [letterParts]
 */

export class Lines0171 extends Thread {
  /** @param {import('./thread.mjs').ThreadOptions} options */
  constructor(options) {
    super({ ...options, model: options.model ?? 'gpt-5.5' });
    this.firstModel = this.settings.model;
    /** Ordinal of the next line; a fork goes on from its parent's. */
    this.ordinal = this.kinship.base?.endOrdinal ?? 0;
    /** Items so far, and how many of them the model had seen when it last answered. */
    this.sequence = 0;
    this.sampled = 0;
    this.inputOrder = 0;
    this.turnUsage = { ...zeroUsage };
    /** @type {object[]} */
    this.assistantTexts = [];
  }

  /** Whether tools and base text are part of the history. */
  get lite() {
    return this.settings.model?.startsWith('gpt-6') ?? false;
  }

  get rootTurnId() {
    return this.kinship.rootTurnId ?? this.turn?.id;
  }

  /** @param {string} type @param {unknown} payload @param {object} [metadata] */
  line(type, payload, metadata) {
    const timestamp = this.timestamp();
    this.buffer.append({ timestamp, ordinal: this.ordinal++, type, payload, metadata });
  }

  /** @param {string | null} trigger */
  attribution(trigger) {
    return {
      turn_id: this.turn?.id,
      turn_trigger: trigger,
      parent_turn_id: this.kinship.rootTurnId ?? null,
      initiating_agent_path: this.kinship.rootTurnId === undefined ? null : '/root',
      root_turn_id: this.rootTurnId,
    };
  }

  /** @param {object} item @param {ItemOptions} [options] */
  item(item, options = {}) {
    const before = this.bytes;
    const metadata = this.notes(options);
    const { kinds, modelText, letterParts } = options;
    const createdSeconds = options.created ? this.createTime() : undefined;
    const isTools = kinds === undefined && 'tools' in item && 'role' in item;
    const noted = isTools
      ? item
      : {
          ...item,
          internal_chat_message_metadata_passthrough: passthrough(this.turn?.id, {
            kinds,
            createdSeconds,
            modelText,
            letterParts,
          }),
        };
    this.line('response_item', noted, metadata);
    this.grew(this.bytes - before);
    return { item: noted, metadata };
  }

  /** @param {ItemOptions} options */
  notes({ retained, ordered, limited, attributed, summary, background, letterParts }) {
    return historyMetadata({
      sequence: ++this.sequence,
      sampled: this.sampled,
      retained,
      order: ordered ? this.inputOrder++ : undefined,
      limited,
      attributed,
      summary,
      background,
      letter: letterParts !== undefined,
    });
  }

  /** @param {object} item what an interface shows */
  completed(item) {
    this.event({
      type: 'item_completed',
      thread_id: this.id,
      turn_id: this.turn?.id,
      item,
      started_at_ms: this.nowMs,
      completed_at_ms: this.nowMs,
    });
  }

  /** @param {{ shown?: boolean }} [how] */
  beginResponse(how) {
    super.beginResponse(how);
    this.sampled = this.sequence;
  }

  endResponse() {
    super.endResponse();
    for (const key of /** @type {(keyof typeof zeroUsage)[]} */ (Object.keys(zeroUsage))) {
      this.turnUsage[key] += this.last[key];
    }
    this.line('token_usage_record', this.usage());
  }

  usage() {
    return {
      thread_id: this.id,
      turn_id: this.turn?.id,
      session_id: this.kinship.sessionId ?? this.id,
      root_turn_id: this.rootTurnId,
      response_id: `resp_${this.responses}`,
      usage: usageRecord(this.last),
      turn_token_usage: usageRecord(this.turnUsage),
      thread_token_usage: usageRecord(this.total),
    };
  }

  /** @param {{ id: string | undefined, role: string }} message @param {boolean} complete */
  retained({ id, role }, complete) {
    return {
      id: { message_id: id, turn_id: this.turn?.id, role },
      revision: `retained_${this.random.uuid7(this.nowMs)}`,
      complete,
    };
  }

  /** An id that this program gives. @param {string} prefix */
  clientId(prefix) {
    return `${prefix}_${this.random.uuid7(this.nowMs)}`;
  }

  /** Seconds with microseconds. */
  createTime() {
    return (this.nowMs * 1000 + this.random.below(1000)) / 1e6;
  }
}
