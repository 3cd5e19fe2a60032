/** Says what a message is for the rules of history: context, a person's turn, a hook's note, a summary. */

import { atom } from '../contract/atoms.js';
import { ItemFlag } from '../contract/item-table.js';
import type { RulesProfile } from '../contract/rules.js';
import { Kind } from '../contract/tape.js';
import { atomAt, endAt, findKey, kindAt, nextAfter, startAt } from '../contract/tape-reader.js';
import type { PackTexts } from '../contract/texts.js';
import {
  type FragmentText,
  recogniseDeveloper,
  recogniseUser,
  steersGoal,
} from '../fragments/recognise.js';
import { readFragmentText } from './fragment-text.js';
import type { ItemPlace } from './item-builder.js';
import { decodeString } from './print-json.js';
import { viewWhole } from './scan-line.js';

const typeAtom = atom('type');
const textAtom = atom('text');
const inputTextAtom = atom('input_text');

/** First bytes of texts that may be fragments: white space, an escape, more than ASCII, or what the markers begin with. */
function openersOf(markers: string): Uint8Array {
  const openers = new Uint8Array(256);
  openers.fill(1, 0, 0x21);
  openers.fill(1, 0x80);
  for (const letter of `\\${markers}`) openers[letter.charCodeAt(0)] = 1;
  return openers;
}

const markerOpeners = openersOf('<#W');
const developerOpeners = openersOf('<');
const userOpeners = new WeakMap<PackTexts, Uint8Array>();

/** A compaction summary is told by words that the pack gives, so that its first letter counts as well. */
function userOpenersOf(texts: PackTexts): Uint8Array {
  const known = userOpeners.get(texts);
  if (known !== undefined) return known;
  const openers = Uint8Array.from(markerOpeners);
  openers[Buffer.from(texts['compaction.summary-prefix'])[0] ?? 0] = 1;
  userOpeners.set(texts, openers);
  return openers;
}

/** Longest assistant text that may be an inter-agent message, in raw bytes. */
const maxInterAgentBytes = 1024 * 1024;

/**
 * @param content the message's content array on the tape
 * @param role the role flags of the message
 * @returns flags to add
 */
export function classifyMessage(
  place: ItemPlace,
  content: number,
  role: number,
  texts: PackTexts,
  rules: RulesProfile,
): number {
  if ((role & ItemFlag.user) !== 0) return classifyUser(place, content, texts, rules);
  if ((role & ItemFlag.developer) !== 0) return classifyDeveloper(place, content);
  if ((role & ItemFlag.assistant) !== 0 && isInterAgent(place, content)) return ItemFlag.boundary;
  return 0;
}

function classifyUser(
  place: ItemPlace,
  content: number,
  texts: PackTexts,
  rules: RulesProfile,
): number {
  let contextual = false;
  let hooks = 0;
  let plain = 0;
  let flags = 0;
  const end = nextAfter(place.tape, content);
  const openers = userOpenersOf(texts);
  for (let part = content + 1; part < end; part = nextAfter(place.tape, part)) {
    const text = inputText(place, part, openers);
    const kind = text === undefined ? undefined : recogniseUser(text);
    if (kind === undefined) plain += 1;
    else contextual = true;
    if (kind === 'hook_prompt') hooks += 1;
    if (text !== undefined && steersGoal(kind, text)) flags |= ItemFlag.goalContext;
    if (text?.head.startsWith(`${texts['compaction.summary-prefix']}\n`) === true) {
      flags |= ItemFlag.summary;
    }
  }
  if (contextual) flags |= ItemFlag.contextualUser;
  else if (rules.summaryIsBoundary || (flags & ItemFlag.summary) === 0) flags |= ItemFlag.boundary;
  if (hooks > 0 && plain === 0) flags |= ItemFlag.hookMessage;
  return flags;
}

function classifyDeveloper(place: ItemPlace, content: number): number {
  const end = nextAfter(place.tape, content);
  for (let part = content + 1; part < end; part = nextAfter(place.tape, part)) {
    const text = inputText(place, part, developerOpeners);
    if (text !== undefined && recogniseDeveloper(text) !== undefined) {
      return ItemFlag.contextualDeveloper;
    }
  }
  return 0;
}

/** An assistant message whose one text is an inter-agent message as JSON starts a turn (spec 3 §2.1). */
function isInterAgent(place: ItemPlace, content: number): boolean {
  const part = content + 1;
  if (
    part >= nextAfter(place.tape, content) ||
    nextAfter(place.tape, part) !== nextAfter(place.tape, content)
  ) {
    return false;
  }
  const text = findKey(place.tape, part, textAtom);
  if (text < 0 || kindAt(place.tape, text) !== Kind.string) return false;
  const start = place.lineStart + startAt(place.tape, text);
  const end = place.lineStart + endAt(place.tape, text);
  if (end - start > maxInterAgentBytes || end - start < 2) return false;
  if (place.bytes.view(start, start + 1)[0] !== 0x7b) return false;
  return isInterAgentJson(decodeString(viewWhole(place.bytes, start, end)));
}

const agentPath = /^\/root(?:\/[a-z0-9_]+)*$/;

function isInterAgentJson(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (typeof value !== 'object' || value === null) return false;
  const record: Partial<Record<string, unknown>> = { ...value };
  return (
    isAgentPath(record['author']) &&
    isAgentPath(record['recipient']) &&
    typeof record['content'] === 'string' &&
    typeof record['trigger_turn'] === 'boolean'
  );
}

function isAgentPath(value: unknown): boolean {
  return typeof value === 'string' && agentPath.test(value);
}

/** The text of an `input_text` part that may matter, undefined for other parts and for texts that surely don't. */
function inputText(place: ItemPlace, part: number, openers: Uint8Array): FragmentText | undefined {
  const { tape, bytes, lineStart } = place;
  if (atomAt(tape, findKey(tape, part, typeAtom)) !== inputTextAtom) return undefined;
  const token = findKey(tape, part, textAtom);
  const start = lineStart + startAt(tape, token);
  const end = lineStart + endAt(tape, token);
  // The first byte rules most texts out before they are decoded.
  if (start === end || openers[bytes.view(start, start + 1)[0] ?? 0] === 0) return undefined;
  return readFragmentText(bytes, start, end);
}
