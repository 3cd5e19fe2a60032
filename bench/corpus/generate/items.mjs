// Items of a history in the form every release gives them; `undefined` keys are left out when printed.

/** @typedef {string | import('./text.mjs').Text} Words */
/** @typedef {'commentary' | 'final_answer'} Phase */

/** @param {Words} text */
export function inputText(text) {
  return { type: 'input_text', text };
}

/** @param {readonly Words[]} texts @param {string} [id] */
export function developer(texts, id) {
  return { type: 'message', id, role: 'developer', content: texts.map(inputText) };
}

/** @param {readonly object[]} content @param {string} [id] */
export function user(content, id) {
  return { type: 'message', id, role: 'user', content };
}

/** @param {string} id @param {Words} text @param {Phase} [phase] */
export function assistant(id, text, phase) {
  return {
    type: 'message',
    id,
    role: 'assistant',
    content: [{ type: 'output_text', text }],
    phase,
  };
}

/** @param {string} id @param {{ summary?: string, sealed: Words }} thought */
export function reasoning(id, { summary, sealed }) {
  return {
    type: 'reasoning',
    id,
    summary: summary === undefined ? [] : [{ type: 'summary_text', text: summary }],
    content: null,
    encrypted_content: sealed,
  };
}

/** @param {string} id @param {{ name: string, namespace?: string, args: object | string, callId: string }} call */
export function functionCall(id, { name, namespace, args, callId }) {
  return {
    type: 'function_call',
    id,
    name,
    namespace,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
    call_id: callId,
  };
}

/** @param {string} id @param {{ name: string, input: Words, callId: string }} call */
export function customCall(id, { name, input, callId }) {
  return { type: 'custom_tool_call', id, status: 'completed', call_id: callId, name, input };
}

/**
 * The parts of a user message: a picture from disk stands between tags that name it, a pasted one stands alone.
 * @param {Words} text
 * @param {Attached & { detail: string }} attached
 */
export function messageParts(text, { images = [], localImage, detail }) {
  const picture = (/** @type {Words} */ url) => ({ type: 'input_image', image_url: url, detail });
  const local =
    localImage === undefined
      ? []
      : [
          inputText(`<image name=[Image #1] path="${localImage.path}">`),
          picture(localImage.url),
          inputText('</image>'),
        ];
  return [inputText(text), ...local, ...images.map(picture)];
}

/**
 * Pictures that go with a user message.
 * @typedef {{ images?: readonly Words[], localImage?: { path: string, url: Words } }} Attached
 */

/** @param {string | undefined} model */
export function collaborationMode(model) {
  return {
    mode: 'default',
    settings: { model, reasoning_effort: null, developer_instructions: null },
  };
}
