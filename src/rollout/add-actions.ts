/** Adds the actions of shell and web calls, and the effort of a configuration update. */

import { type AtomName, atom } from '../contract/atoms.js';
import { Kind } from '../contract/tape.js';
import { findKey, kindAt, nextAfter, outerEnd, startAt } from '../contract/tape-reader.js';
import { braceClose, type ItemBuilder } from './item-builder.js';
import { refused } from './refused.js';

const effortAtom = atom('effort');
const execAtom = atom('exec');
const commandAtom = atom('command');
const searchAtom = atom('search');
const openPageAtom = atom('open_page');
const findInPageAtom = atom('find_in_page');

export function addEffort(b: ItemBuilder, object: number): void {
  const { tape } = b;
  b.range(startAt(tape, object), startAt(tape, object) + 1);
  b.keyed(findKey(tape, object, effortAtom), 'effort', false);
  b.closeAt(outerEnd(tape, object), braceClose);
}

const shellKeys = ['timeout_ms', 'working_directory', 'env', 'user'] as const;
const shellKinds = {
  timeout_ms: Kind.number,
  working_directory: Kind.string,
  env: Kind.object,
  user: Kind.string,
} as const;

function expectTexts(b: ItemBuilder, object: number): void {
  const end = nextAfter(b.tape, object);
  for (let key = object + 1; key < end; key = nextAfter(b.tape, key + 1)) {
    b.expect(key + 1, Kind.string);
  }
}

export function addShellAction(b: ItemBuilder, object: number): void {
  const { tape } = b;
  if (b.partType(object) !== execAtom) throw refused;
  b.openObject(object);
  const command = findKey(tape, object, commandAtom);
  b.expect(command, Kind.array);
  const end = nextAfter(tape, command);
  for (let word = command + 1; word < end; word = nextAfter(tape, word)) {
    b.expect(word, Kind.string);
  }
  b.keyed(command, 'command', true);
  for (const name of shellKeys) {
    const value = findKey(tape, object, atom(name));
    if (value >= 0) {
      const kind = kindAt(tape, value);
      const wanted = shellKinds[name];
      if (kind !== Kind.null && kind !== wanted) throw refused;
      if (kind === Kind.number && !/^\d{1,20}$|^-0$/.test(b.numberAt(value))) throw refused;
      if (kind === Kind.object) expectTexts(b, value);
      b.keyed(value, name, true);
    } else {
      b.text(`,"${name}":null`);
    }
  }
  b.closeAt(outerEnd(tape, object), braceClose);
}

export function addWebAction(b: ItemBuilder, object: number): void {
  const { tape } = b;
  const keysOf = new Map<number, readonly AtomName[]>([
    [searchAtom, ['query', 'queries']],
    [openPageAtom, ['url']],
    [findInPageAtom, ['url', 'pattern']],
  ]);
  const names = keysOf.get(b.partType(object));
  if (names === undefined) {
    b.text('{"type":"other"}');
    return;
  }
  b.openObject(object);
  for (const name of names) {
    const value = findKey(tape, object, atom(name));
    if (value < 0 || kindAt(tape, value) === Kind.null) continue;
    b.expect(value, name === 'queries' ? Kind.array : Kind.string);
    b.keyed(value, name, true);
  }
  b.closeAt(outerEnd(tape, object), braceClose);
}
