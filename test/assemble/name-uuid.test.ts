import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nameUuid, outputNamespace, threadNamespace } from '../../src/assemble/name-uuid.js';

/** Version 5 as RFC 9562 describes it, bit by bit. */
function slowUuid(namespace: string, name: string): string {
  const digest = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest();
  const bits = Array.from(digest.subarray(0, 16), (byte) => byte.toString(2).padStart(8, '0')).join(
    '',
  );
  const marked = `${bits.slice(0, 48)}0101${bits.slice(52, 64)}10${bits.slice(66)}`;
  const hex = (marked.match(/.{4}/g) ?? [])
    .map((nibble) => Number.parseInt(nibble, 2).toString(16))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

describe('nameUuid', () => {
  it.each([
    // RFC 9562 appendix A.4.
    [
      '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
      'www.example.com',
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    ],
    // Measured on both releases.
    [outputNamespace, 'fco:x', '9ec8b011-cf10-5ac8-a734-77cf0a0f5e50'],
    [outputNamespace, 'fco:_', 'bd497d73-ed41-58db-86ec-f16049d4b66c'],
    [outputNamespace, 'ctco:x', 'fc7f3199-26a1-5fd0-b90f-c74d3479738e'],
    [outputNamespace, 'tso:x', 'e69bb2c2-540b-58dc-b517-bb7997f3f758'],
  ])('of %s and %s is %s', (namespace, name, expected) => {
    expect(nameUuid(namespace, name)).toBe(expected);
    expect(slowUuid(namespace, name)).toBe(expected);
  });

  it('takes names as UTF-8, text or bytes', () => {
    for (const name of ['', 'é漢🦀', 'x'.repeat(1000)]) {
      expect(nameUuid(outputNamespace, name)).toBe(slowUuid(outputNamespace, name));
      expect(nameUuid(outputNamespace, Buffer.from(name))).toBe(slowUuid(outputNamespace, name));
    }
  });
});

describe('threadNamespace', () => {
  it('is made of the thread id in the namespace of object ids', () => {
    const thread = '01234567-89ab-7cde-8f01-23456789abcd';
    expect(threadNamespace(thread)).toBe(slowUuid('6ba7b812-9dad-11d1-80b4-00c04fd430c8', thread));
  });
});
