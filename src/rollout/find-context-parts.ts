/** Finds the content parts of a message that are context: by their text first, then by the labels a release gave them. */

import { atom } from '../contract/atoms.js';
import type { RolloutBytes } from '../contract/bytes.js';
import { Kind } from '../contract/tape.js';
import { atomAt, endAt, findKey, kindAt, nextAfter, startAt } from '../contract/tape-reader.js';
import { kindOfLabel } from '../fragments/context-labels.js';
import {
  recogniseDeveloper,
  recogniseDeveloperNote,
  recogniseUser,
} from '../fragments/recognise.js';
import { readFragmentText } from './fragment-text.js';
import { decodeString } from './print-json.js';
import { viewWhole } from './scan-line.js';

const typeAtom = atom('type');
const textAtom = atom('text');
const roleAtom = atom('role');
const contentAtom = atom('content');
const messageAtom = atom('message');
const inputTextAtom = atom('input_text');
const userAtom = atom('user');
const developerAtom = atom('developer');
const metadataAtom = atom('internal_chat_message_metadata_passthrough');
const labelsAtom = atom('content_item_kinds');
const origins = atom('content_item_metadata');

/** A scanned line. */
export interface ScannedLine {
  readonly bytes: RolloutBytes;
  readonly tape: Uint32Array;
  /** Bytes of the rollout before the line. */
  readonly lineStart: number;
}

export interface ContextPart {
  /** The part's token on the tape. */
  readonly token: number;
  readonly kind: string;
  /** What the release labelled it as. */
  readonly label: string | undefined;
}

/** A message of the roles that context is told in. */
export interface ContextMessageParts {
  readonly role: 'user' | 'developer';
  /** The content array's token. */
  readonly content: number;
  /** How many parts the message has. */
  readonly count: number;
  /** One entry a part, undefined for what is no context. */
  readonly parts: readonly (ContextPart | undefined)[];
  /** Arrays with one entry a part: labels and origins. */
  readonly parallel: readonly number[];
}

/**
 * @param item the item's token
 * @returns undefined for what is no user or developer message with content parts
 */
export function findContextParts(line: ScannedLine, item: number): ContextMessageParts | undefined {
  const { tape } = line;
  if (kindAt(tape, item) !== Kind.object) return undefined;
  const type = findKey(tape, item, typeAtom);
  if (type >= 0 && atomAt(tape, type) !== messageAtom) return undefined;
  const role = roleOf(tape, item);
  const content = findKey(tape, item, contentAtom);
  if (role === undefined || content < 0 || kindAt(tape, content) !== Kind.array) return undefined;
  const metadata = findKey(tape, item, metadataAtom);
  const labels = arrayIn(tape, metadata, labelsAtom);
  const labelTokens = labels === undefined ? [] : elementsOf(tape, labels);
  const parts = elementsOf(tape, content).map((token, position) => {
    const label = stringAt(line, labelTokens[position]);
    const kind = kindByText(line, token, role) ?? kindOfLabel(label ?? '', role);
    return kind === undefined ? undefined : { token, kind, label };
  });
  const parallel = [labels, arrayIn(tape, metadata, origins)].filter(
    (array) => array !== undefined,
  );
  return { role, content, count: parts.length, parts, parallel };
}

/** The tokens of an array's elements. */
export function elementsOf(tape: Uint32Array, array: number): number[] {
  const tokens: number[] = [];
  const end = nextAfter(tape, array);
  for (let token = array + 1; token < end; token = nextAfter(tape, token)) tokens.push(token);
  return tokens;
}

/** The array at a key of an object; undefined when either is missing or something else. */
export function arrayIn(tape: Uint32Array, object: number, key: number): number | undefined {
  if (object < 0 || kindAt(tape, object) !== Kind.object) return undefined;
  const value = findKey(tape, object, key);
  return value >= 0 && kindAt(tape, value) === Kind.array ? value : undefined;
}

function roleOf(tape: Uint32Array, item: number): 'user' | 'developer' | undefined {
  const role = findKey(tape, item, roleAtom);
  if (role < 0 || kindAt(tape, role) !== Kind.string) return undefined;
  if (atomAt(tape, role) === userAtom) return 'user';
  return atomAt(tape, role) === developerAtom ? 'developer' : undefined;
}

function kindByText(
  { bytes, tape, lineStart }: ScannedLine,
  part: number,
  role: 'user' | 'developer',
): string | undefined {
  if (kindAt(tape, part) !== Kind.object) return undefined;
  const type = findKey(tape, part, typeAtom);
  const text = findKey(tape, part, textAtom);
  if (type < 0 || atomAt(tape, type) !== inputTextAtom) return undefined;
  if (text < 0 || kindAt(tape, text) !== Kind.string) return undefined;
  const start = lineStart + startAt(tape, text);
  const fragment = readFragmentText(bytes, start, lineStart + endAt(tape, text));
  if (role === 'user') return recogniseUser(fragment);
  return recogniseDeveloper(fragment) ?? recogniseDeveloperNote(fragment);
}

function stringAt(
  { bytes, tape, lineStart }: ScannedLine,
  token: number | undefined,
): string | undefined {
  if (token === undefined || kindAt(tape, token) !== Kind.string) return undefined;
  const start = lineStart + startAt(tape, token);
  return decodeString(viewWhole(bytes, start, lineStart + endAt(tape, token)));
}
