/** Finds the content parts of an item in its bytes as sent, and says what each of them is. */

import { atom } from '../../contract/atoms.js';
import type { SectionId } from '../../contract/context.js';
import { isRecord, textIn } from '../../contract/json-record.js';
import type { JsonScanner } from '../../contract/kernels.js';
import { Kind } from '../../contract/tape.js';
import { findKey, kindAt, nextAfter, outerEnd, outerStart } from '../../contract/tape-reader.js';
import { fragmentKindOf, sectionsOf } from '../../fragments/sections.js';
import { labelsOf } from '../part-labels.js';

export interface ContentPart {
  /** In bytes of the item. */
  readonly startBytes: number;
  readonly endBytes: number;
  readonly type: string;
  readonly section: SectionId | undefined;
  readonly fragment: string | undefined;
  readonly label: string | undefined;
}

export interface ItemParts {
  readonly type: string;
  readonly role: string | undefined;
  /** Those of a message, or of an output that is a list. */
  readonly parts: readonly ContentPart[];
  /** The member they stand in. */
  readonly member: 'content' | 'output';
}

const contentAtom = atom('content');
const outputAtom = atom('output');

/**
 * @param sent the item, JSON in UTF-8
 * @param recorded the item as recorded, where labels stand that are not sent; undefined for one that was made
 */
export function readParts(sent: Uint8Array, recorded: unknown, scanner: JsonScanner): ItemParts {
  const value: unknown = JSON.parse(Buffer.from(sent).toString('utf8'));
  const item = isRecord(value) ? value : {};
  const role = textIn(item, 'role');
  const member = Array.isArray(item['output']) ? 'output' : 'content';
  const content = item[member];
  const type = textIn(item, 'type') ?? 'message';
  if (!Array.isArray(content)) return { type, role, parts: [], member };
  const labels = labelsOf(isRecord(recorded) ? recorded : item);
  const texts = content.map((part: unknown, position) => ({
    role: role ?? '',
    text: (isRecord(part) ? textIn(part, 'text') : undefined) ?? '',
    label: labels[position],
  }));
  const sections = sectionsOf(texts);
  const ranges = rangesOf(sent, member, scanner);
  const parts = texts.map((part, position): ContentPart => {
    const [startBytes = 0, endBytes = 0] = ranges[position] ?? [];
    const entry: unknown = content[position];
    return {
      startBytes,
      endBytes,
      type: (isRecord(entry) ? textIn(entry, 'type') : undefined) ?? 'unknown',
      section: sections[position],
      fragment: fragmentKindOf(part),
      label: part.label,
    };
  });
  return { type, role, parts, member };
}

function rangesOf(
  sent: Uint8Array,
  member: ItemParts['member'],
  scanner: JsonScanner,
): readonly (readonly [number, number])[] {
  scanner.reset();
  scanner.step(sent, 0, sent.length, 0, true);
  const { tape } = scanner;
  const list = findKey(tape, 0, member === 'content' ? contentAtom : outputAtom);
  const ranges: (readonly [number, number])[] = [];
  if (list < 0 || kindAt(tape, list) !== Kind.array) return ranges;
  const end = nextAfter(tape, list);
  for (let entry = list + 1; entry < end; entry = nextAfter(tape, entry)) {
    ranges.push([outerStart(tape, entry), outerEnd(tape, entry)]);
  }
  return ranges;
}
