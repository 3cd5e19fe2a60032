/** An error for people: what was found, where, what was expected, what to do. */

import type { ErrorRecord } from '../contract/errors.js';

export function errorText(record: ErrorRecord): string {
  const rows = [
    `promptmill: ${record.message}`,
    row('where', placeText(record)),
    row('found', record.found),
    row('expected', record.expected),
    row('try', record.remedy),
  ];
  return `${rows.filter((text) => text !== undefined).join('\n')}\n`;
}

function row(name: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : `  ${`${name}:`.padEnd(9)} ${text}`;
}

/** `rollout.jsonl:12, byte 3400` */
function placeText({ file, line, offsetBytes }: ErrorRecord): string | undefined {
  if (file === undefined && line === undefined) return undefined;
  const lineText = line === undefined ? '' : `:${line}`;
  const byteText = offsetBytes === undefined ? '' : `, byte ${offsetBytes}`;
  return `${file ?? 'line'}${lineText}${byteText}`;
}
