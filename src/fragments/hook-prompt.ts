/** Tells a hook prompt: XML whose first element carries a run id and text of its own (spec 3 §4.1, row 14). */

/** Longest text that is looked at; a hook prompt is a note, not a document. In UTF-16 code units. */
const maxLength = 4 * 1024 * 1024;

const xmlSpace = '[ \\t\\r\\n]';
const prolog = new RegExp(`^(?:${xmlSpace}+|<\\?[^]*?\\?>|<!--[^]*?-->|<![A-Za-z][^>]*>)*`);
const openTag = new RegExp(
  `^<([A-Za-z_:\\u0080-\\uffff][-A-Za-z0-9_:.\\u0080-\\uffff]*)((?:${xmlSpace}+[^\\s=<>/]+${xmlSpace}*=${xmlSpace}*(?:"[^"<]*"|'[^'<]*'))*)${xmlSpace}*(/?)>`,
);
const attribute = new RegExp(
  `([^\\s=<>/]+)${xmlSpace}*=${xmlSpace}*(?:"([^"<]*)"|'([^'<]*)')`,
  'g',
);
const entity = /&(?:lt|gt|amp|apos|quot|#[0-9]+|#x[0-9a-fA-F]+);/g;

export function isHookPrompt(text: string): boolean {
  if (text.length > maxLength || !text.includes('hook_run_id')) return false;
  const trimmed = text.trim();
  const rest = trimmed.slice(prolog.exec(trimmed)?.[0].length ?? 0);
  const tag = openTag.exec(rest);
  if (tag === null || tag[3] === '/') return false;
  if (!hasRunId(tag[2] ?? '')) return false;
  return hasDirectText(rest.slice(tag[0].length), tag[1] ?? '');
}

function hasRunId(attributes: string): boolean {
  for (const match of attributes.matchAll(attribute)) {
    if (match[1] === 'hook_run_id') {
      const value = match[2] ?? match[3] ?? '';
      return value.replace(entity, 'x').trim() !== '' && !value.replace(entity, '').includes('&');
    }
  }
  return false;
}

/** Walks the element's content to its end tag; true when some of it outside child elements is no white space. */
function hasDirectText(content: string, name: string): boolean {
  const open: string[] = [name];
  let position = 0;
  let found = false;
  while (position < content.length) {
    if (content[position] !== '<') {
      const next = content.indexOf('<', position);
      const run = content.slice(position, next < 0 ? undefined : next);
      if (run.replace(entity, '').includes('&')) return false;
      if (open.length === 1 && run.replace(entity, 'x').trim() !== '') found = true;
      if (next < 0) return false;
      position = next;
      continue;
    }
    const rest = content.slice(position);
    const skipped = /^(?:<!--[^]*?-->|<\?[^]*?\?>)/.exec(rest);
    if (skipped !== null) {
      position += skipped[0].length;
      continue;
    }
    const data = /^<!\[CDATA\[([^]*?)\]\]>/.exec(rest);
    if (data !== null) {
      if (open.length === 1 && (data[1] ?? '').trim() !== '') found = true;
      position += data[0].length;
      continue;
    }
    const close = /^<\/([^\s>]+)[ \t\r\n]*>/.exec(rest);
    if (close !== null) {
      if (open.pop() !== close[1]) return false;
      if (open.length === 0) return found;
      position += close[0].length;
      continue;
    }
    const child = openTag.exec(rest);
    if (child === null) return false;
    if (child[3] !== '/') open.push(child[1] ?? '');
    position += child[0].length;
  }
  return false;
}
