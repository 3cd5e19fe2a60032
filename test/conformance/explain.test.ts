// Explanations account for every byte: those of the sample sessions always, those of the corpus where it is.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RequestTrace } from '../../src/contract/trace.js';
import type { ExplainedPart, ExplainedRequest } from '../../src/report/explain/explanation.js';
import { explainSteps } from '../../src/report/explain/explain-session.js';
import { PromptmillError } from '../../src/contract/errors.js';
import { createTracer } from '../../src/trace-sessions.js';
import { wordCounter } from '../report/explain/explained.js';
import { CORPUS, isThere } from './place.mjs';

const samples = fileURLToPath(new URL('../../scripts/demo/sessions', import.meta.url));

/** For hangs alone: a busy machine takes its time over three thousand requests. */
const corpusTimeoutMs = 600_000;

describe('what is explained accounts for every byte and token', () => {
  it('of the sample sessions', async () => {
    expect(await explainAll(samples)).toBeGreaterThan(80);
  });

  it.skipIf(!isThere(CORPUS))(
    'of files of many releases and origins',
    async () => {
      expect(await explainAll(CORPUS)).toBeGreaterThan(0);
    },
    corpusTimeoutMs,
  );
});

/** @returns how many requests were explained */
async function explainAll(folder: string): Promise<number> {
  const tracer = createTracer();
  let requests = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.jsonl(?:\.gz|\.zst)?$/.test(name)) continue;
    try {
      const opened = await tracer.open(join(folder, name));
      for (const { inference, request } of explainSteps(opened, { counter: wordCounter })) {
        expect([name, request.at, ...faultsOf(inference.trace, request)]).toEqual([
          name,
          request.at,
        ]);
        requests += 1;
      }
      opened.close();
    } catch (error) {
      // A file that holds no session has none to explain.
      if (!(error instanceof PromptmillError)) throw error;
    }
  }
  return requests;
}

function faultsOf({ spans }: RequestTrace, request: ExplainedRequest): readonly string[] {
  const { bytes, parts, protocolBytes, bytesByOrigin, groups, tokens } = request;
  const faults: string[] = [];
  let end = 0;
  for (const { startBytes, endBytes } of spans) {
    if (startBytes !== end || endBytes <= startBytes) faults.push(`a gap at ${String(end)}`);
    end = endBytes;
  }
  if (end !== bytes) faults.push('spans end early');
  if (sum(parts, sizeOf) + protocolBytes !== bytes) faults.push('parts');
  if (sum(groups, sizeOf) !== bytes) faults.push('groups');
  if (sum(Object.values(bytesByOrigin), Number) !== bytes) faults.push('origins');
  if (sum(groups, (group) => group.tokens) !== tokens) faults.push('tokens');
  if (!isInOrder(parts, 0, bytes)) faults.push('parts overlap');
  return faults;
}

/** Whether parts lie within these bytes one behind the other, each with its own parts inside it. */
function isInOrder(parts: readonly ExplainedPart[], from: number, to: number): boolean {
  let end = from;
  for (const { startBytes, bytes, parts: inside } of parts) {
    if (startBytes < end || !isInOrder(inside, startBytes, startBytes + bytes)) return false;
    end = startBytes + bytes;
  }
  return end <= to;
}

function sum<T>(list: readonly T[], size: (one: T) => number): number {
  return list.reduce((total, one) => total + size(one), 0);
}

function sizeOf({ bytes }: { readonly bytes: number }): number {
  return bytes;
}
