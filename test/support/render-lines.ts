// Renders made-up rollouts with the real pipeline, in our own words.

import { Buffer } from 'node:buffer';
import { expect } from 'vitest';
import { planSession } from '../../src/assemble/plan-session.js';
import { prepareContext } from '../../src/assemble/prepare-context.js';
import type { RolloutBytes } from '../../src/contract/bytes.js';
import { defaultRenderOptions, type RenderOptions } from '../../src/contract/options.js';
import type { RenderedRequest, SessionReport } from '../../src/contract/request.js';
import type { PackTexts } from '../../src/contract/texts.js';
import type { RolloutSegment } from '../../src/contract/session.js';
import { inMemory } from '../../src/sources/memory-bytes.js';
import { ownTexts } from './own-texts.js';
import { type Json, type Line, rolloutOf } from './rollout-lines.js';

export interface RenderSetUp extends Partial<RenderOptions> {
  readonly catalog?: unknown;
  readonly tools?: readonly Json[];
  /** Of the pack; without texts of the context otherwise. */
  readonly texts?: PackTexts;
  readonly file?: string;
  /** The source of the bytes; in memory otherwise. */
  readonly source?: (bytes: Uint8Array) => RolloutBytes;
  readonly segments?: readonly RolloutSegment[];
}

export interface Rendering {
  readonly report: SessionReport;
  /** The output as it was written. */
  readonly text: string;
  readonly requests: readonly RenderedRequest[];
}

/** Renders bytes; checks on the way that what was announced is what was written, and that it is JSON in UTF-8. */
export function renderBytes(bytes: Uint8Array, setUp: RenderSetUp = {}): Rendering {
  const { catalog, tools, texts = ownTexts, segments, ...rest } = setUp;
  const { file = 'rollout.jsonl', source = inMemory, ...options } = rest;
  const context = prepareContext({
    options: { ...defaultRenderOptions, ...options },
    texts,
    packName: 'own',
    catalog,
    tools: tools === undefined ? undefined : Buffer.from(JSON.stringify(tools)),
  });
  const own = [{ file, startBytes: 0, endBytes: bytes.length }];
  const plan = planSession({ file, bytes: source(bytes), segments: segments ?? own }, context);
  const chunks: Buffer[] = [];
  plan.writeTo({ write: (chunk) => chunks.push(Buffer.from(chunk)) });
  const written = Buffer.concat(chunks);
  expect(written.length).toBe(plan.outputBytes);
  expect(plan.report.outputBytes).toBe(plan.outputBytes);
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(written);
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  const requests = lines.map((line) => JSON.parse(line) as RenderedRequest);
  expect(plan.report.renderedRequests).toBe(requests.length);
  return { report: plan.report, text, requests };
}

/** Renders lines. */
export function render(lines: readonly Line[], setUp: RenderSetUp = {}): Rendering {
  return renderBytes(rolloutOf(lines), setUp);
}

/** The items of a request's input. */
export function itemsOf(request: RenderedRequest | undefined): readonly Json[] {
  if (request === undefined) throw new Error('there is no such request');
  return request.request['input'] as Json[];
}

/** The inputs of all requests. */
export function inputsOf({ requests }: Rendering): unknown[] {
  return requests.map(({ request }) => request['input']);
}

/** What a resume would send, an item in a word: the texts of messages, the types and call ids of the rest. */
export function nextInWords(lines: readonly Line[], setUp: RenderSetUp = {}): string[] {
  const rendering = render(lines, { ...setUp, at: { kind: 'next' } });
  return rendering.requests.flatMap(({ request }) => inWords(request['input']));
}

/** The items of each request in words. */
export function requestsInWords(lines: readonly Line[], setUp: RenderSetUp = {}): string[][] {
  return render(lines, setUp).requests.map(({ request }) => inWords(request['input']));
}

/** Items in words: a message's texts joined by `+`, with its role in front unless it tells itself. */
export function inWords(input: unknown): string[] {
  return (input as Json[]).map((entry) => {
    if (entry['type'] === 'message') {
      const texts = (entry['content'] as Json[]).map((part) =>
        String(part['text'] ?? part['type']),
      );
      return texts.join('+');
    }
    const { call_id: callId, encrypted_content: sealed } = entry;
    const about = [callId, sealed].find((value) => typeof value === 'string');
    return [String(entry['type']), ...(about === undefined ? [] : [about])].join(' ');
  });
}
