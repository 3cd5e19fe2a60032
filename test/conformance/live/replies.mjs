// What the mocked model says: output items, and the event stream that carries them.

/** @typedef {{ inputTokens?: number, cachedTokens?: number, outputTokens?: number }} Usage */

let lastId = 0;

/** @param {string} prefix */
function freshId(prefix) {
  lastId += 1;
  return `${prefix}_${String(lastId).padStart(6, '0')}`;
}

/** @param {string} text @param {object} [more] */
export function message(text, more = {}) {
  return {
    type: 'message',
    role: 'assistant',
    id: freshId('msg'),
    content: [{ type: 'output_text', text }],
    ...more,
  };
}

/** @param {string} summary @param {string} [sealed] opaque content, as the real service would encrypt it */
export function reasoning(summary, sealed) {
  const opaque = sealed === undefined ? {} : { encrypted_content: sealed };
  return {
    type: 'reasoning',
    id: freshId('rs'),
    summary: [{ type: 'summary_text', text: summary }],
    ...opaque,
  };
}

/** @param {string} name @param {string} callId @param {unknown} args a string goes out as it is, well-formed or not */
export function functionCall(name, callId, args) {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return { type: 'function_call', id: freshId('fc'), name, arguments: text, call_id: callId };
}

/** @param {string} name @param {string} callId @param {string} input */
export function customCall(name, callId, input) {
  return {
    type: 'custom_tool_call',
    id: freshId('ctc'),
    name,
    input,
    call_id: callId,
    status: 'completed',
  };
}

/** @param {string} sealed */
export function compaction(sealed) {
  return { type: 'compaction', id: freshId('cmp'), encrypted_content: sealed };
}

/** A whole response. @param {object[]} items @param {Usage} [usage] @returns {import('./mock-responses.mjs').Reply} */
export function respond(items, usage = {}) {
  const id = freshId('resp');
  return {
    events: [
      ...opening(id, items),
      { type: 'response.completed', response: { id, usage: countTokens(usage) } },
    ],
  };
}

/** A response that stops in the middle and never ends. @param {object[]} items @returns {import('./mock-responses.mjs').Reply} */
export function stall(items) {
  return { events: opening(freshId('resp'), items), hang: true };
}

/** @param {string} id @param {object[]} items */
function opening(id, items) {
  const itemEvents = items.flatMap((item, index) => [
    { type: 'response.output_item.added', output_index: index, item },
    { type: 'response.output_item.done', output_index: index, item },
  ]);
  return [{ type: 'response.created', response: { id } }, ...itemEvents];
}

/** @param {Usage} usage */
function countTokens({ inputTokens = 100, cachedTokens = 0, outputTokens = 10 }) {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
