// The record with which release 0.171 replaces a history: the items that stay, notes on each, and what a resume needs.

import { contextBundle, litePrefix } from './context-0.171.mjs';
import { inputText, user } from './items.mjs';
import { historyMetadata, passthrough } from './kinds-0.171.mjs';

const localBudgetTokens = 20_000;
const remoteBudgetTokens = 64_000;

/** @typedef {import('./lines-0.171.mjs').Lines0171} Thread */
/** @typedef {{ item: object, metadata: object }} Entry */

/**
 * @param {Thread} thread
 * @param {{ text: import('./text.mjs').Text | undefined, sealedBytes: number }} summary a text, or opaque bytes
 */
export function compactedPayload(thread, { text, sealedBytes }) {
  const kept = thread.keptUserItems(text === undefined ? remoteBudgetTokens : localBudgetTokens);
  const prefix = litePrefix(thread).map((entry) => contextEntry(thread, entry));
  const context = contextBundle(thread).map((entry) => contextEntry(thread, entry));
  const end = text === undefined ? sealedEntry(thread, sealedBytes) : summaryEntry(thread, text);
  const entries = [...prefix, ...kept.slice(0, -1), ...context, ...kept.slice(-1), end];
  return {
    message: text ?? '',
    replacement_history: entries.map((entry) => entry.item),
    replacement_history_metadata: entries.map((entry) => entry.metadata),
    retained_context: retainedContext(thread, kept),
    ...thread.openWindow(),
    compaction_response_id: `resp_${thread.responses}`,
    latest_token_usage_record: thread.usage(),
    resume_metadata: {
      dynamic_tools: { thread_id: thread.id, tools: [] },
      multi_agent_version: thread.kinship.agents ?? 'v1',
      last_started_turn_id: thread.turn?.id,
      turn_attribution: thread.attribution(null),
      previous_turn_settings: {
        model: thread.settings.model,
        comp_hash: '3000',
        realtime_active: false,
      },
    },
  };
}

/** @param {Thread} thread @param {import('./context-0.171.mjs').ContextItem} context @returns {Entry} */
function contextEntry(thread, { item, kinds }) {
  const metadata = historyMetadata({ sequence: ++thread.sequence, sampled: thread.sampled });
  return { item: kinds === undefined ? item : noted(thread, item, kinds), metadata };
}

/** @param {Thread} thread @param {import('./text.mjs').Text} text @returns {Entry} */
function summaryEntry(thread, text) {
  const item = user([inputText(text)], thread.clientId('msg'));
  return {
    item: noted(thread, item, ['compaction.summary']),
    metadata: historyMetadata({
      sequence: ++thread.sequence,
      sampled: thread.sampled,
      attributed: true,
    }),
  };
}

/** @param {Thread} thread @param {number} bytes @returns {Entry} */
function sealedEntry(thread, bytes) {
  return {
    item: {
      type: 'compaction',
      id: thread.serverId('cmp'),
      encrypted_content: thread.sealed(bytes),
    },
    metadata: historyMetadata({
      sequence: ++thread.sequence,
      sampled: thread.sampled,
      attributed: true,
      extra: { compaction_without_file_error_sources: true, compaction_model_hash: '3000' },
    }),
  };
}

/** @param {Thread} thread @param {object} item @param {readonly string[]} kinds */
function noted(thread, item, kinds) {
  return {
    ...item,
    internal_chat_message_metadata_passthrough: passthrough(thread.turn?.id, { kinds }),
  };
}

/** The words of user and model once more, for those who read only this. @param {Thread} thread @param {any[]} kept */
function retainedContext(thread, kept) {
  return {
    verified_answers: [],
    incomplete: false,
    user_messages: kept.map(({ item, metadata }) => ({
      revision: metadata.retained_source.revision,
      order: metadata.user_input_order,
      turn_id: metadata.retained_source.id.turn_id,
      message_id: metadata.retained_source.id.message_id,
      text: item.content[0].text,
      complete: metadata.retained_source.complete,
    })),
    user_messages_incomplete: false,
    assistant_messages: thread.assistantTexts,
    assistant_messages_incomplete: thread.assistantTexts.length === 20,
    next_order: thread.inputOrder,
  };
}
