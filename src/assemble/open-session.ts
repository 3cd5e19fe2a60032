/** Opens a rollout for rendering: index, identity, and what the chosen loader refuses or reports (spec 3 §1.3, §1.6). */

import { atom } from '../contract/atoms.js';
import { type ErrorDetails, PromptmillError } from '../contract/errors.js';
import type { JsonRecord } from '../contract/json-record.js';
import { type LineIndex, LineFlag, LineKind } from '../contract/line-index.js';
import { type RulesProfile, rulesById, rulesForVersion } from '../contract/rules.js';
import type { SessionInput } from '../contract/session.js';
import { Kind } from '../contract/tape.js';
import { findKey, kindAt } from '../contract/tape-reader.js';
import { indexRollout } from '../rollout/index-rollout.js';
import { readPayload } from '../rollout/read-control.js';
import { scanLine } from '../rollout/scan-line.js';
import {
  isUuid,
  metaFault,
  type MetaFault,
  type SessionMeta,
  toSessionMeta,
} from '../rollout/session-meta.js';
import { NoticeList } from './notice-list.js';
import type { PreparedContext } from './prepare-context.js';

export interface OpenSession {
  readonly index: LineIndex;
  readonly meta: SessionMeta;
  /** The profile that the file's version names, or the one asked for. */
  readonly rules: RulesProfile;
  /** First line of the file itself; those before are its parents'. */
  readonly firstOwnLine: number;
  readonly notices: NoticeList;
}

/** An opening under way, whose lines have been found. */
interface Opening {
  readonly input: SessionInput;
  readonly context: PreparedContext;
  readonly index: LineIndex;
  readonly isLenient: boolean;
  readonly notices: NoticeList;
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * @throws PromptmillError `invalid_utf8` · `empty_rollout` · `no_session_meta` · `bad_session_meta` · `bad_ordinal` ·
 * `file_id_mismatch`, all only from the loader `codex` except `empty_rollout`
 */
export function openSession(input: SessionInput, context: PreparedContext): OpenSession {
  const { bytes } = input;
  const { index, options } = context;
  const isLenient = options.loader === 'lenient';
  const notices = new NoticeList(input);
  if (input.missingParent !== undefined) {
    notices.add({
      code: 'parent_not_found',
      line: 0,
      offsetBytes: 0,
      found: `history_base of thread ${input.missingParent}`,
      expected: "the parent's rollout, whose part is left out",
    });
  }
  const hasMark = startsWithMark(input);
  const allUtf8 = indexRollout(
    bytes,
    {
      kernel: context.kernel,
      scanner: context.scanner,
      findAtom: context.findAtom,
      acceptsBare: isLenient,
    },
    index,
    isLenient && hasMark ? byteOrderMark.length : 0,
  );
  const ownStart = input.segments.at(-1)?.startBytes ?? 0;
  const firstOwnLine = firstLineAt(index, ownStart);
  notices.firstOwnLine = firstOwnLine;
  if (hasMark && isLenient) {
    notices.add({
      code: 'byte_order_mark',
      line: 0,
      offsetBytes: 0,
      found: 'a byte order mark',
      expected: 'the file to begin with {',
    });
  }
  const opening = { input, context, index, isLenient, notices };
  if (!allUtf8) refuseOrFlagBadUtf8(opening);
  checkTail(opening);
  reportUnreadable(opening);
  const meta = readMeta(opening, firstOwnLine);
  const rules =
    options.rules === 'auto'
      ? (rulesForVersion(meta.cliVersion ?? '') ?? rulesForVersion('0.145.0'))
      : rulesById(options.rules);
  if (rules === undefined) {
    throw new PromptmillError('unknown_rules', `no rules profile ${options.rules}`);
  }
  if (!isLenient) checkStrictly(opening, meta, rules);
  return { index, meta, rules, firstOwnLine, notices };
}

function startsWithMark(input: SessionInput): boolean {
  if (input.bytes.size < byteOrderMark.length) return false;
  const head = input.bytes.view(0, byteOrderMark.length);
  return byteOrderMark.every((byte, position) => head[position] === byte);
}

function refuseOrFlagBadUtf8(opening: Opening): void {
  const { index, isLenient, notices } = opening;
  for (let line = 0; line < index.count; line += 1) {
    if (((index.flags[line] as number) & LineFlag.badUtf8) === 0) continue;
    if (!isLenient) {
      throw new PromptmillError(
        'invalid_utf8',
        `line ${String(line + 1)} is not well-formed UTF-8`,
        {
          ...placeOf(opening, line),
          found: 'bytes that are no UTF-8',
          expected: 'a file of well-formed UTF-8 throughout',
          remedy: 'render with --loader lenient, which leaves such lines out',
        },
      );
    }
    index.kinds[line] = LineKind.unreadable;
    notices.add({
      code: 'invalid_utf8_line',
      line,
      offsetBytes: index.starts[line] as number,
      found: 'bytes that are no UTF-8',
      expected: 'well-formed UTF-8',
    });
  }
}

/** A line that was being written when the process ended has a sound head, but no end. */
function checkTail({ input, index, context }: Opening): void {
  const line = index.count - 1;
  if (line < 0 || index.kinds[line] === LineKind.blank || index.ends[line] !== input.bytes.size) {
    return;
  }
  const start = index.starts[line] as number;
  if (!scanLine(context.scanner, input.bytes, start, input.bytes.size)) {
    index.kinds[line] = LineKind.unreadable;
  }
}

function reportUnreadable({ index, notices }: Opening): void {
  for (let line = 0; line < index.count; line += 1) {
    const kind = index.kinds[line];
    const offsetBytes = index.starts[line] as number;
    if (kind === LineKind.unreadable && ((index.flags[line] as number) & LineFlag.badUtf8) === 0) {
      const isTail = line === index.count - 1;
      notices.add({
        code: isTail ? 'truncated_tail' : 'damaged_line',
        line,
        offsetBytes,
        found: 'no whole JSON record',
        expected: 'one JSON object',
      });
    } else if (kind === LineKind.bareItem || kind === LineKind.bareMeta) {
      const what = kind === LineKind.bareItem ? 'an item' : 'meta data';
      notices.add({
        code: 'bare_line',
        line,
        offsetBytes,
        found: `${what} without envelope`,
        expected: 'timestamp, type and payload',
      });
    }
  }
}

function firstLineAt(index: LineIndex, startBytes: number): number {
  for (let line = 0; line < index.count; line += 1) {
    if ((index.starts[line] as number) >= startBytes) return line;
  }
  return index.count;
}

function readMeta(opening: Opening, firstOwnLine: number): SessionMeta {
  const { input, index, isLenient, notices } = opening;
  const fallbackId = idOfFileName(input.file) ?? 'unknown';
  for (let line = firstOwnLine; line < index.count; line += 1) {
    const kind = index.kinds[line];
    if (kind === LineKind.blank || kind === LineKind.unreadable || kind === LineKind.other) {
      continue;
    }
    const start = index.starts[line] as number;
    if (kind === LineKind.meta || kind === LineKind.bareMeta) {
      const payload = readPayload(input.bytes, start, index.ends[line] as number);
      const fault = payload === undefined ? undefined : metaFault(payload);
      if (payload !== undefined && (isLenient || fault === undefined)) {
        return toSessionMeta(payload, fallbackId);
      }
      if (fault !== undefined) throw badMeta(opening, line, fault);
      continue;
    }
    if (isTorn(opening, line)) continue;
    if (!isLenient) throw noMeta(opening, line);
    notices.add({
      code: 'missing_meta',
      line,
      offsetBytes: start,
      found: 'a record before any session meta',
      expected: 'session_meta first',
    });
    return toSessionMeta(laterMeta(opening, line) ?? {}, fallbackId);
  }
  throw new PromptmillError('empty_rollout', 'the rollout is empty: no line of it can be read', {
    file: input.file,
    found: `${String(index.count)} lines`,
    expected: 'at least a session_meta record',
  });
}

/** A line with a sound head may break off behind it; then it is no record, and is told as damage. */
function isTorn({ input, index, context, notices }: Opening, line: number): boolean {
  const start = index.starts[line] as number;
  if (scanLine(context.scanner, input.bytes, start, index.ends[line] as number)) return false;
  index.kinds[line] = LineKind.unreadable;
  notices.add({
    code: 'damaged_line',
    line,
    offsetBytes: start,
    found: 'no whole JSON record',
    expected: 'one JSON object',
  });
  return true;
}

function laterMeta({ input, index }: Opening, from: number): JsonRecord | undefined {
  for (let line = from; line < index.count; line += 1) {
    if (index.kinds[line] !== LineKind.meta) continue;
    const start = index.starts[line] as number;
    const payload = readPayload(input.bytes, start, index.ends[line] as number);
    if (payload !== undefined) return payload;
  }
  return undefined;
}

function badMeta(opening: Opening, line: number, { found, expected }: MetaFault): PromptmillError {
  return new PromptmillError('bad_session_meta', `the session meta can't be read: ${found}`, {
    ...placeOf(opening, line),
    found,
    expected,
    remedy: 'render with --loader lenient',
  });
}

function noMeta(opening: Opening, line: number): PromptmillError {
  return new PromptmillError(
    'no_session_meta',
    'the rollout does not start with its session meta',
    {
      ...placeOf(opening, line),
      found: 'another record',
      expected: 'a session_meta record first',
      remedy: 'render with --loader lenient',
    },
  );
}

function placeOf({ input, index }: Opening, line: number): ErrorDetails {
  return { file: input.file, line: line + 1, offsetBytes: index.starts[line] as number };
}

function idOfFileName(file: string): string | undefined {
  const match =
    /rollout-.*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_[^/\\]*)?\.jsonl/i.exec(file);
  return isUuid(match?.[1]) ? match[1] : undefined;
}

/**
 * What a line has for an ordinal. A head shows one only where the writer puts it, in front of the payload; one that is no
 * number spoils its line, so that the line before it counts as the last.
 */
function ordinalOf(opening: Opening, line: number): 'number' | 'none' | 'spoilt' {
  const { input, index, context } = opening;
  if (((index.flags[line] as number) & LineFlag.ordinal) !== 0) return 'number';
  const { scanner } = context;
  if (!scanLine(scanner, input.bytes, index.starts[line] as number, index.ends[line] as number)) {
    return 'spoilt';
  }
  const ordinal = findKey(scanner.tape, 0, atom('ordinal'));
  const kind = ordinal < 0 ? Kind.null : kindAt(scanner.tape, ordinal);
  if (kind === Kind.null) return 'none';
  return kind === Kind.number ? 'number' : 'spoilt';
}

function checkStrictly(opening: Opening, meta: SessionMeta, rules: RulesProfile): void {
  const { input, index } = opening;
  const named = idOfFileName(input.file);
  if (rules.fileIdMustMatch && named !== undefined && named !== meta.id) {
    throw new PromptmillError('file_id_mismatch', 'the file is named for another thread', {
      file: input.file,
      found: `session_meta.id ${meta.id}`,
      expected: named,
    });
  }
  if (!meta.isPaginated) return;
  for (let line = index.count - 1; line >= 0; line -= 1) {
    const kind = index.kinds[line];
    if (kind === LineKind.blank || kind === LineKind.unreadable || kind === LineKind.other) {
      continue;
    }
    const ordinal = ordinalOf(opening, line);
    if (ordinal === 'number') return;
    if (ordinal === 'spoilt') continue;
    throw new PromptmillError(
      'bad_ordinal',
      'the last record of a paginated rollout has no ordinal',
      {
        ...placeOf(opening, line),
        found: 'no "ordinal"',
        expected: 'an "ordinal" on the last record',
      },
    );
  }
}
