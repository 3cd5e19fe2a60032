// Reads lines of a rollout as far as the context's baseline depends on them.

/** @returns {import('../../dist/context/find-baseline.js').BaselineLine[]} */
export function toBaselineLine({ type, payload }) {
  switch (type) {
    case 'compacted':
      if (!isCompaction(payload)) return [];
      return [{ kind: 'compacted', isLegacy: !Array.isArray(payload.replacement_history) }];
    case 'world_state':
      return [{ kind: payload.full ? 'full' : 'patch', state: payload.state }];
    case 'turn_context':
      return isTurnContext(payload) ? [toContextLine(payload)] : [];
    case 'response_item':
      return [{ kind: 'item', isBoundary: isBoundary(payload) }];
    case 'inter_agent_communication':
      return [{ kind: 'item', isBoundary: true }];
    case 'event_msg':
      return toEventLine(payload);
    default:
      return [];
  }
}

/** What can't be decoded is left out, as the binary does; enough for the recordings. */
function isTurnContext({ cwd, sandbox_policy: policy }) {
  return typeof cwd === 'string' && cwd.startsWith('/') && typeof policy?.type === 'string';
}

function isCompaction({ message, replacement_history: items }) {
  const parts = (items ?? []).flatMap((item) => item.content ?? []);
  return typeof message === 'string' && parts.every(({ type }) => type !== 'new_content');
}

function toContextLine(payload) {
  return {
    kind: 'turn_context',
    turnId: payload.turn_id,
    model: payload.model,
    compHash: payload.comp_hash,
    realtimeActive: payload.realtime_active,
    personality: payload.personality,
    multiAgentMode: payload.multi_agent_mode,
  };
}

function toEventLine({ type, turn_id: id, num_turns: turns, item }) {
  const turnId = id ?? undefined;
  switch (type) {
    case 'user_message':
      return [{ kind: 'item', isBoundary: true }];
    case 'item_completed':
      return item?.type === 'UserMessage' ? [{ kind: 'item', isBoundary: true }] : [];
    case 'thread_rolled_back':
      return [{ kind: 'rolled_back', turns }];
    case 'task_started':
      return turnId === undefined ? [] : [{ kind: 'started', turnId }];
    case 'task_complete':
      return turnId === undefined ? [] : [{ kind: 'completed', turnId }];
    case 'turn_aborted':
      return [{ kind: 'aborted', turnId }];
    default:
      return [];
  }
}

/** Enough for the recordings: what a person wrote, or another agent. */
function isBoundary({ type, role, content }) {
  if (type === 'agent_message') return true;
  if (type !== 'message' || role !== 'user') return false;
  const texts = (content ?? []).map(({ text }) => text ?? '');
  return !texts.some((text) => /^\s*(<[a-z_]+[ >]|# AGENTS\.md instructions)/.test(text));
}
