/** Compares two requests part by part. */

import { structuredPatch, type StructuredPatchHunk } from 'diff';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import type { TokenCounter } from '../../contract/tokens.js';
import { matchParts, type PartChangeKind, type PartMatch } from './match-parts.js';
import { partsOf, type RequestPart } from '../request-parts.js';

/** A request as it is compared. */
export interface ComparedRequest {
  /** `<thread id>#<at>`. */
  readonly id: string;
  readonly at: number;
  readonly file: string;
  /** The body, JSON in UTF-8. */
  readonly body: Uint8Array;
  /** The body parsed, when first asked for. */
  readonly request: JsonRecord;
}

/** Size of a text in bytes of UTF-8 and in tokens. */
export interface TextSize {
  readonly bytes: number;
  readonly tokens: number;
}

export interface BeforeAfter<Value> {
  readonly before: Value;
  readonly after: Value;
}

export interface PartChange {
  readonly kind: PartChangeKind;
  /** A section, a kind of item, or a field. */
  readonly name: string;
  /** JSON pointers into the two bodies. */
  readonly pathBefore?: string;
  readonly pathAfter?: string;
  /** Of what the model reads. */
  readonly before: TextSize;
  readonly after: TextSize;
  /** Lines of a unified diff; left out when it was not asked for, or the texts have too little in common. */
  readonly patch?: readonly string[];
}

export interface RequestDiff {
  readonly equal: boolean;
  readonly requests: BeforeAfter<{ readonly id: string; readonly file: string }>;
  readonly counter: TokenCounter['name'];
  /** Bytes of the body, tokens of the texts in it. */
  readonly before: TextSize;
  readonly after: TextSize;
  readonly equalParts: number;
  readonly changes: readonly PartChange[];
}

export interface DiffOptions {
  readonly counter: TokenCounter;
  readonly text: 'none' | 'unified';
}

/** Lines of a text that differ up to this number; telling more apart takes too long, and nobody reads it. */
const mostLines = 5000;

const nothing: TextSize = { bytes: 0, tokens: 0 };

/** @returns the parts that were changed, moved, added or removed, in the order of the request that has them */
export function diffRequests(
  { before, after }: BeforeAfter<ComparedRequest>,
  options: DiffOptions,
): RequestDiff {
  const { counter } = options;
  const parts = { before: partsOf(before.request), after: partsOf(after.request) };
  const { equal, changes } = matchParts(parts.before, parts.after);
  return {
    equal: Buffer.compare(before.body, after.body) === 0,
    requests: { before: nameOf(before), after: nameOf(after) },
    counter: counter.name,
    before: { bytes: before.body.length, tokens: tokensOf(parts.before, counter) },
    after: { bytes: after.body.length, tokens: tokensOf(parts.after, counter) },
    equalParts: equal,
    changes: changes.map((match) => toChange(match, options)),
  };
}

function nameOf({ id, file }: ComparedRequest): { readonly id: string; readonly file: string } {
  return { id, file };
}

function tokensOf(parts: readonly RequestPart[], counter: TokenCounter): number {
  return parts.reduce((sum, { text }) => sum + counter.count(text), 0);
}

function toChange(match: PartMatch, { counter, text }: DiffOptions): PartChange {
  const { kind, before, after } = match;
  const wantsText = text === 'unified' && kind !== 'moved';
  return {
    kind,
    name: (after ?? before)?.name ?? '',
    ...optional('pathBefore', before?.path),
    ...optional('pathAfter', after?.path),
    before: sizeOf(before, counter),
    after: sizeOf(after, counter),
    ...optional('patch', wantsText ? patchOf(match) : undefined),
  };
}

function sizeOf(part: RequestPart | undefined, counter: TokenCounter): TextSize {
  if (part === undefined) return nothing;
  return { bytes: Buffer.byteLength(part.text), tokens: counter.count(part.text) };
}

/** Where the words are equal and the parts are not, the JSON is what differs. */
function patchOf({ before, after }: PartMatch): readonly string[] | undefined {
  const [old, now] = [withEnd(before?.text), withEnd(after?.text)];
  const [oldJson, nowJson] = [withEnd(before?.json), withEnd(after?.json)];
  const sides = old === now ? ([oldJson, nowJson] as const) : ([old, now] as const);
  const patch = structuredPatch('', '', ...sides, '', '', {
    context: 3,
    maxEditLength: mostLines,
  });
  return patch?.hunks.flatMap(rowsOf);
}

function rowsOf({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string[] {
  return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`].concat(lines);
}

/** Texts of a request rarely end their last line: that is no remark worth making. */
function withEnd(text = ''): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
