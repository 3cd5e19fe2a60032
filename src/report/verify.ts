/** Compares what is rendered from rollouts with the requests that a trace says were sent. */

import { basename } from 'node:path';
import type { ErrorRecord } from '../contract/errors.js';
import type { RenderContext } from '../contract/session.js';
import { HeadReader } from '../sources/read-head.js';
import { encodingOf, threadIdOf } from '../sources/rollout-name.js';
import { isTorn } from '../sources/trace-errors.js';
import { openTrace, type TracedRequest } from '../sources/trace-bundle.js';
import type { Miss } from './find-nearest.js';
import { anyTools, groupRequests, type RequestGroup, type SessionFacts } from './group-requests.js';
import { LineRenderer } from './render-lines.js';
import { GroupVerifier, joinMaps } from './verify-group.js';

export interface VerifyOptions {
  /** Rollouts. */
  readonly files: readonly string[];
  /** A bundle, or a folder of bundles. */
  readonly trace: string;
  readonly context: RenderContext;
  /** What the caller says and is not to be taken from the trace. */
  readonly given: readonly (keyof SessionFacts)[];
}

export interface VerifyReport {
  /** Requests compared, and how many of them are equal. */
  readonly total: number;
  readonly equal: number;
  /** Of those equal, compactions of which the trace holds only some fields. */
  readonly equalInPart: number;
  readonly misses: readonly Miss[];
  /** Rollouts that could not be rendered. */
  readonly failures: readonly ErrorRecord[];
  /** Traced requests of threads whose rollout was not given. */
  readonly withoutRollout: number;
  /** Traced requests whose process was killed before they were written down in full. */
  readonly torn: number;
  /** Keys that were not compared, with the reason. */
  readonly unknown: ReadonlyMap<string, string>;
  /** What the rollouts do not tell and was taken from the trace. */
  readonly taken: readonly string[];
}

/** @throws PromptmillError `bad_trace`, `input_not_found` or `input_unreadable` */
export async function verifyRollouts(options: VerifyOptions): Promise<VerifyReport> {
  const traced = openTrace(options.trace).flatMap(({ requests }) => requests);
  const whole = traced.filter(isWhole);
  const threads = threadsOf(options.files);
  const groups = groupRequests(whole, { threads, given: options.given });
  const verifier = new GroupVerifier(new LineRenderer(options.files), options.context);
  const results = [];
  for (const group of groups) results.push(await verifier.verify(group));
  const total = sum(groups.map(({ requests }) => requests.length));
  return {
    total,
    equal: sum(results.map(({ equal }) => equal)),
    equalInPart: sum(results.map(({ equalInPart }) => equalInPart)),
    misses: results.flatMap(({ misses }) => misses),
    failures: results.flatMap(({ failures }) => failures),
    withoutRollout: whole.length - total,
    torn: traced.length - whole.length,
    unknown: joinMaps(results.map(({ unknown }) => unknown)),
    taken: takenFrom(groups),
  };
}

function isWhole(request: TracedRequest): boolean {
  try {
    request.read();
    return true;
  } catch (error) {
    if (isTorn(error)) return false;
    throw error;
  }
}

function threadsOf(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const heads = new HeadReader();
  const threads = new Map<string, string[]>();
  for (const file of files) {
    const id = heads.threadIdOf(file, encodingOf(file)) ?? threadIdOf(basename(file));
    if (id === undefined) continue;
    const known = threads.get(id);
    if (known === undefined) threads.set(id, [file]);
    else known.push(file);
  }
  return threads;
}

function takenFrom(groups: readonly RequestGroup[]): string[] {
  const choices = (key: 'provider' | 'itemIds'): string =>
    [...new Set(groups.flatMap(({ facts }) => facts[key] ?? []))].join(', ');
  const provider = choices('provider');
  const itemIds = choices('itemIds');
  return [
    ...(provider === '' ? [] : [`whether the provider was OpenAI (${provider})`]),
    ...(itemIds === '' ? [] : [`whether item ids were sent (${itemIds})`]),
    ...(groups.some(({ facts: { tools } }) => tools !== undefined && tools !== anyTools)
      ? ['the tools in front of the input of lite models']
      : []),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
