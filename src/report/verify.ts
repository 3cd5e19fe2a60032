/** Compares what is rendered from rollouts with the requests that a trace says were sent. */

import { basename } from 'node:path';
import type { ErrorRecord } from '../contract/errors.js';
import type { RenderContext } from '../contract/session.js';
import { HeadReader } from '../sources/read-head.js';
import { encodingOf, threadIdOf } from '../sources/rollout-name.js';
import { openTrace } from '../sources/trace-bundle.js';
import { groupRequests, type RequestGroup, type SessionFacts } from './group-requests.js';
import { LineRenderer } from './render-lines.js';
import { GroupVerifier, type Miss } from './verify-group.js';

export interface VerifyOptions {
  /** Rollouts. */
  readonly files: readonly string[];
  /** A bundle, or a folder of bundles. */
  readonly trace: string;
  readonly context: RenderContext;
  /** What is not to be taken from the trace, since the caller says it. */
  readonly isGiven: { readonly provider: boolean; readonly itemIds: boolean };
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
  /** Keys that were not compared, with the reason. */
  readonly unknown: ReadonlyMap<string, string>;
  /** What the rollouts do not tell and the trace does. */
  readonly taken: readonly string[];
}

/** @throws PromptmillError `bad_trace`, `input_not_found` or `input_unreadable` */
export async function verifyRollouts(options: VerifyOptions): Promise<VerifyReport> {
  const requests = openTrace(options.trace).flatMap((bundle) => bundle.requests);
  const all = groupRequests(requests, threadsOf(options.files));
  const groups = all.filter(({ files }) => files.length > 0).map((group) => withoutGiven(group, options));
  const verifier = new GroupVerifier(new LineRenderer(options.files), options.context);
  const misses: Miss[] = [];
  const failures: ErrorRecord[] = [];
  const unknown = new Map<string, string>();
  let equal = 0;
  let equalInPart = 0;
  for (const group of groups) {
    const result = await verifier.verify(group);
    equal += result.equal;
    equalInPart += result.equalInPart;
    misses.push(...result.misses);
    failures.push(...result.failures);
    for (const [key, reason] of result.unknown) unknown.set(key, reason);
  }
  const total = groups.reduce((count, group) => count + group.requests.length, 0);
  return {
    total,
    equal,
    equalInPart,
    misses,
    failures,
    withoutRollout: requests.length - total,
    unknown,
    taken: takenFrom(groups),
  };
}

function threadsOf(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const heads = new HeadReader();
  const threads = new Map<string, string[]>();
  for (const file of files) {
    const id = heads.threadIdOf(file, encodingOf(file)) ?? threadIdOf(basename(file));
    if (id !== undefined) threads.set(id, [...(threads.get(id) ?? []), file]);
  }
  return threads;
}

function withoutGiven(group: RequestGroup, { context, isGiven }: VerifyOptions): RequestGroup {
  const { provider, itemIds, tools } = group.facts;
  const facts: SessionFacts = {
    provider: isGiven.provider ? undefined : provider,
    itemIds: isGiven.itemIds ? undefined : itemIds,
    tools: context.tools === undefined ? tools : undefined,
  };
  return { ...group, facts };
}

function takenFrom(groups: readonly RequestGroup[]): string[] {
  const facts = groups.map((group) => group.facts);
  const has = (key: keyof SessionFacts): boolean => facts.some((one) => one[key] !== undefined);
  return [
    ...(has('provider') ? [`whether the provider was OpenAI (${choices(facts, 'provider')})`] : []),
    ...(has('itemIds') ? [`whether item ids were sent (${choices(facts, 'itemIds')})`] : []),
    ...(has('tools') ? ['the tools in front of the input of lite models'] : []),
  ];
}

function choices(facts: readonly SessionFacts[], key: 'provider' | 'itemIds'): string {
  return [...new Set(facts.flatMap((one) => one[key] ?? []))].join(', ');
}
