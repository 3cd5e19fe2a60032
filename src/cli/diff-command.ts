/** `promptmill diff`: finds the two sides, has them compared, tells what differs. */

import { existsSync } from 'node:fs';
import type { AtSelector } from '../contract/options.js';
import { PromptmillError } from '../contract/errors.js';
import type { ContextOptions } from '../read-context.js';
import {
  type CorpusDiff,
  type CorpusDiffOptions,
  diffCorpora,
} from '../report/diff/diff-corpora.js';
import {
  type BeforeAfter,
  type ComparedRequest,
  type DiffOptions,
  type RequestDiff,
  diffRequests,
} from '../report/diff/diff-requests.js';
import { DiffSide, isRequestsFile } from '../report/diff/open-side.js';
import { readOne } from '../report/diff/read-one.js';
import { findInputs } from '../sources/find-inputs.js';
import { createTokenCounter } from '../tokens/counter.js';
import type { Invocation } from './commands.js';
import { contextOptions } from './context-options.js';
import { corpusDiffText, requestDiffText } from './diff-text.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { counterName } from './token-choice.js';

type Flags = Invocation['flags'];

export async function diffCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const sides = await findSides(positionals, flags);
  const counter = await createTokenCounter(counterName(flags));
  const isPair = isPairOf(sides);
  const text = flags.stat === true ? 'none' : (flags.text ?? (isPair ? 'unified' : 'none'));
  return isPair
    ? comparePair(sides, flags, { counter, text })
    : compareAll(sides, flags, { counter, text });
}

/** A side as it was named. */
interface NamedSide {
  readonly files: readonly string[];
  readonly at: AtSelector | undefined;
  /** Whether a number was named with the file. */
  readonly isNumbered: boolean;
  /** Whether one request is meant: a rollout's last one, when nothing else is said. */
  readonly asksForOne: boolean;
  readonly options: ContextOptions;
}

type Sides = readonly [NamedSide, NamedSide];

type Found = Omit<NamedSide, 'options'>;

async function findSides(positionals: readonly string[], flags: Flags): Promise<Sides> {
  const [a, b = a] = positionals;
  const differs = sideFlags.some((name) => flags[`${name}-a`] ?? flags[`${name}-b`]);
  if (a === undefined || b === undefined || positionals.length > 2 || (a === b && !differs)) {
    throw new PromptmillError('usage', 'diff takes two sides', {
      found: positionals.join(' '),
      expected: 'A and B, or one of them and a flag such as --set-b',
    });
  }
  const before = await findSide(a, flags);
  const after = await findSide(b, flags);
  const shared = contextOptions(flags);
  return [
    { ...before, options: optionsOf(shared, flags, { side: 'a', at: atOf(before, after) }) },
    { ...after, options: optionsOf(shared, flags, { side: 'b', at: atOf(after, before) }) },
  ];
}

/** A number on one side says which request is meant on both. */
function isPairOf(sides: readonly [Found, Found]): boolean {
  return sides.some((side) => side.isNumbered) || sides.every((side) => side.asksForOne);
}

const sideFlags = ['set', 'drop', 'context', 'pack'] as const;

async function findSide(named: string, flags: Flags): Promise<Found> {
  const [, path = named, number] = existsSync(named) ? [] : (/^(.+)#(\d+)$/.exec(named) ?? []);
  const { inputs } = await findInputs([path]);
  const files = inputs.map((input) => {
    if (input.kind === 'error') throw PromptmillError.fromRecord(input.error);
    return input.file.path;
  });
  const position = number === undefined ? undefined : Number(number);
  const numbered: AtSelector | undefined =
    position === undefined ? undefined : { kind: 'range', from: position, to: position };
  const [first = path] = files;
  const holdsOne = files.length === 1 && !isRequestsFile(first);
  return {
    files,
    at: numbered ?? flags.at,
    isNumbered: numbered !== undefined,
    asksForOne: numbered !== undefined || (holdsOne && isSingle(flags.at)),
  };
}

function isSingle(at: AtSelector | undefined): boolean {
  return at === undefined || (at.kind === 'range' ? at.from === at.to : at.kind !== 'all');
}

/** @param other the other side, whose number counts where this one names many sessions */
function atOf(side: Found, other: Found): AtSelector {
  const own = side.at ?? (side.asksForOne ? undefined : other.at);
  return own ?? { kind: isPairOf([side, other]) ? 'last' : 'all' };
}

function optionsOf(
  shared: ContextOptions,
  flags: Flags,
  { side, at }: { readonly side: 'a' | 'b'; readonly at: AtSelector },
): ContextOptions {
  const context = flags[`context-${side}`] ?? shared.context;
  return {
    ...shared,
    // A resume has one request, the next one, and is compared with the last one recorded.
    at: context === 'resume' ? { kind: 'next' } : at,
    context,
    set: [...(shared.set ?? []), ...(flags[`set-${side}`] ?? [])],
    drop: [...(shared.drop ?? []), ...(flags[`drop-${side}`] ?? [])],
    pack: flags[`pack-${side}`] ?? shared.pack,
  };
}

async function comparePair(sides: Sides, flags: Flags, options: DiffOptions): Promise<ExitCode> {
  const diff = diffRequests(await readPair(sides), options);
  process.stdout.write(flags.json === true ? jsonLine(diff) : requestDiffText(diff, flags));
  return diff.equal ? exitCodes.ok.code : exitCodes.differences.code;
}

/** Where a side names many sessions, the one of the other side is meant. */
async function readPair([a, b]: Sides): Promise<BeforeAfter<ComparedRequest>> {
  if (!a.asksForOne) {
    const after = await readOne(b);
    return { before: await readOne({ ...a, threadId: threadOf(after) }), after };
  }
  const before = await readOne(a);
  const after = await readOne(b.asksForOne ? b : { ...b, threadId: threadOf(before) });
  return { before, after };
}

function threadOf({ id }: ComparedRequest): string {
  return id.slice(0, id.lastIndexOf('#'));
}

async function compareAll([a, b]: Sides, flags: Flags, options: DiffOptions): Promise<ExitCode> {
  const shown: Pick<CorpusDiffOptions, 'onDiff'> =
    options.text === 'none'
      ? {}
      : { onDiff: (diff: RequestDiff) => process.stdout.write(pairText(diff, flags)) };
  const diff = await diffCorpora(
    { before: new DiffSide(a.files, a.options), after: new DiffSide(b.files, b.options) },
    { ...options, ...shown },
  );
  process.stdout.write(flags.json === true ? jsonLine(diff) : corpusDiffText(diff));
  return exitCodeOf(diff);
}

function pairText(diff: RequestDiff, flags: Flags): string {
  return flags.json === true ? jsonLine(diff) : `${requestDiffText(diff, flags)}\n`;
}

function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function exitCodeOf({ sessions, requests, failures }: CorpusDiff): ExitCode {
  if (failures.length > 0) return exitCodes.someFailed.code;
  const alone = sessions.onlyBefore + sessions.onlyAfter + requests.onlyBefore + requests.onlyAfter;
  if (requests.both + alone === 0) return exitCodes.nothingRendered.code;
  return requests.differ + alone === 0 ? exitCodes.ok.code : exitCodes.differences.code;
}
