/** The host of a network rule, in its one form (spec 2 §5.2). */

import { RuleFault, type Span } from './rule-error.js';

/** Trimmed, without a port and without dots at its end, in small letters. @throws RuleFault */
export function networkHost(text: string, span: Span): string {
  const host = text.trim();
  if (host.includes('://') || /[/?#]/.test(host)) {
    throw new RuleFault('invalid rule: a host with a scheme or a path', span);
  }
  const bare = withoutPort(host, span).replace(/\.+$/, '').toLowerCase();
  if (bare === '' && !/^:\d+$/.test(host)) throw new RuleFault('invalid rule: an empty host', span);
  if (bare.includes('*')) throw new RuleFault('invalid rule: a host with a wildcard', span);
  if (/\s/.test(bare)) throw new RuleFault('invalid rule: a host with white space', span);
  return bare;
}

/** `[::1]:80` and `a.com:80` lose their port; what looks like no port stays. */
function withoutPort(host: string, span: Span): string {
  if (!host.startsWith('[')) {
    const single = /^([^:]+):\d+$/.exec(host);
    return single?.[1] ?? host;
  }
  const match = /^\[([^\]]*)\](.*)$/.exec(host);
  if (match === null) throw new RuleFault('invalid rule: a bracket without its other half', span);
  const [, literal = '', rest = ''] = match;
  if (rest !== '' && !/^:\d+$/.test(rest)) {
    throw new RuleFault(`invalid rule: ${rest} behind an address`, span);
  }
  return literal;
}
