// What release 0.171 notes beside an item: where each content part comes from, and the item's place in the history.

/** Who put a part of each kind there. @type {Readonly<Record<string, object>>} */
const provenanceByKind = {
  'user.text': { type: 'user' },
  'user.image': { type: 'user' },
  'agents_md.instructions': { type: 'agents_md' },
  'host_skills.instructions': { type: 'skills' },
  'tools.deferred_namespaces': { type: 'tool', namespace: 'tool_search' },
  'multi_agent.usage_hint': { type: 'tool', namespace: 'collaboration' },
  'multi_agent.mode_instructions': { type: 'tool', namespace: 'collaboration' },
};

const harness = { type: 'harness', hook: false };
const collaboration = { type: 'tool', namespace: 'collaboration' };

/**
 * @typedef {object} ItemNotes
 * @property {readonly string[]} [kinds]    of the content parts
 * @property {number} [createdSeconds]      when this program made the item; the model's own have none
 * @property {boolean} [modelText]          an assistant message: its kind is not known, its origin not noted
 * @property {number} [letterParts]         a message between agents: that many parts, without kinds
 */

/**
 * The metadata that travels inside the item.
 * @param {string | undefined} turnId
 * @param {ItemNotes} notes
 */
export function passthrough(turnId, { kinds, createdSeconds, modelText = false, letterParts }) {
  const origins = kinds?.map((kind) => provenanceByKind[kind] ?? harness);
  const letterOrigins =
    letterParts === undefined
      ? undefined
      : Array.from({ length: letterParts }, () => collaboration);
  return {
    turn_id: turnId,
    create_time: createdSeconds,
    content_item_kinds: modelText ? ['unknown'] : kinds,
    content_item_metadata: (origins ?? letterOrigins)?.map((provenance) => ({ provenance })),
  };
}

/**
 * @typedef {object} HistoryNotes
 * @property {number} sequence
 * @property {number} sampled               newest item that the model had seen
 * @property {object} [retained]            marks a message that compactions may keep
 * @property {number} [order]               among what the user and the model did
 * @property {boolean} [limited]            a tool output
 * @property {boolean} [attributed]
 * @property {boolean} [summary]            the model's summary for a compaction
 * @property {boolean} [background]         a tool output that answers no call
 * @property {boolean} [letter]             a message between agents
 * @property {object} [extra]
 */

/**
 * The metadata that stands beside the item in its line.
 * @param {HistoryNotes} notes
 */
export function historyMetadata(notes) {
  return {
    history_sequence: notes.sequence,
    sampled_through_sequence: notes.sampled,
    retained_source: notes.retained,
    additional_context_tool_output: notes.background,
    client_authored: false,
    compaction_output: notes.summary,
    user_input_order: notes.order,
    ...notes.extra,
    fallback_token_limit_override: notes.limited ? 12_000 : undefined,
    mcp_attribution: notes.attributed ? { status: 'none' } : undefined,
    model_search_state: notes.letter ? undefined : 'unused',
  };
}
