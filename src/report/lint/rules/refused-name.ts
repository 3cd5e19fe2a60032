/** Names and ids of calls that a server refuses, with the whole request. */

import { flawAtItem } from '../flaw-at.js';
import { isCallType, isOutputType } from '../output-text.js';
import type { Flaw, ItemSight, LintRule } from '../rule.js';

export const refusedName: LintRule = {
  id: 'refused-name',
  severity: 'error',
  title: 'A name or id is refused',
  remedy:
    'Take the call and its output out of the history: every later request that holds them is refused.',
  item: findRefused,
};

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;
const mostIdLength = 64;

function findRefused({ item, value }: ItemSight): Flaw[] {
  if (!isCallType(item.type) && !isOutputType(item.type)) return [];
  return ['name', 'namespace', 'call_id'].flatMap((member) => {
    const text = value[member];
    const fault = typeof text === 'string' ? faultOf(member, text) : undefined;
    if (fault === undefined) return [];
    return [flawAtItem(item, { message: `${member} ${fault}` }, `/${member}`)];
  });
}

function faultOf(member: string, text: string): string | undefined {
  const shown = JSON.stringify(text.length > mostIdLength ? `${text.slice(0, 32)}…` : text);
  if (member !== 'call_id') {
    return namePattern.test(text) ? undefined : `${shown} does not match ${namePattern.source}`;
  }
  if (text === '') return 'is empty';
  if (text.length > mostIdLength) return `${shown} is longer than ${mostIdLength} characters`;
  return /\p{Cc}/u.test(text) ? `${shown} holds a control character` : undefined;
}
