// The straightforward way to get requests back: parse every line, keep the items in an array, print the array.
// It does what most scripts of that kind do, and no more: no context, no pairing, no truncation, no shared prefixes.

/** @typedef {'last' | 'all'} At */

const modelItems = new Set(['reasoning', 'function_call', 'custom_tool_call', 'local_shell_call']);

/**
 * @param {string} text a whole rollout
 * @param {At} at
 * @param {(line: string) => void} write takes one JSON line for each request
 */
export function rebuild(text, at, write) {
  const state = {
    id: '',
    model: '',
    instructions: '',
    input: /** @type {any[]} */ ([]),
    due: false,
  };
  for (const line of text.split('\n')) {
    const record = parse(line);
    if (record === undefined) continue;
    if (startsResponse(record)) {
      if (at === 'all' && state.due) write(printRequest(state));
      state.due = false;
    }
    apply(state, record);
  }
  if (at === 'last') write(printRequest(state));
}

/** @param {string} line @returns {any} */
function parse(line) {
  if (line === '') return undefined;
  try {
    const record = JSON.parse(line);
    return typeof record?.payload === 'object' && record.payload !== null ? record : undefined;
  } catch {
    return undefined;
  }
}

/** A request was sent before an item of the model that follows one of the user or of a tool. @param {any} record */
function startsResponse({ type, payload }) {
  if (type !== 'response_item') return false;
  return (
    modelItems.has(payload.type) || (payload.type === 'message' && payload.role === 'assistant')
  );
}

/** @param {any} state @param {any} record */
function apply(state, record) {
  const { type, payload } = record;
  if (type === 'session_meta' && state.id === '') {
    state.id = payload.id;
    state.instructions = payload.base_instructions?.text ?? '';
  } else if (type === 'turn_context') {
    state.model = payload.model;
  } else if (type === 'response_item') {
    state.input.push(payload);
    if (!startsResponse(record)) state.due = true;
  } else if (type === 'compacted') {
    state.input = payload.replacement_history ?? withSummary(state.input, payload.message);
  } else if (payload.type === 'thread_rolled_back') {
    state.input.length = lengthWithout(state.input, payload.num_turns);
  }
}

/** @param {any[]} input @param {string} message */
function withSummary(input, message) {
  const content = [{ type: 'input_text', text: message }];
  return [
    ...input.filter((item) => item.role === 'user'),
    { type: 'message', role: 'user', content },
  ];
}

/** @param {any[]} input @param {number} turns */
function lengthWithout(input, turns) {
  const starts = input.flatMap((item, index) => (item.role === 'user' ? [index] : []));
  return starts.at(-Math.min(turns, starts.length)) ?? input.length;
}

/** @param {any} state */
function printRequest({ id, model, instructions, input }) {
  return `${JSON.stringify({ id, request: { model, instructions, input } })}\n`;
}
