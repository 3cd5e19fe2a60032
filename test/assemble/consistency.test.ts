// What must be the same whichever way a session is rendered.

import { describe, expect, it } from 'vitest';
import type { RenderedRequest } from '../../src/contract/request.js';
import { generatedFiles, shapePairs } from '../support/generated-sessions.js';
import { narrow } from '../support/narrow-bytes.js';
import { ownCatalog } from '../support/own-catalog.js';
import { renderBytes, type Rendering, type RenderSetUp } from '../support/render-lines.js';

const setUps: readonly RenderSetUp[] = [
  {},
  { catalog: ownCatalog, provider: 'openai', itemIds: 'on', tools: [{ name: 't' }] },
];

/** Calls `check` with every generated file, rendered each way. */
function forEachRendering(
  [shape, release]: (typeof shapePairs)[number],
  check: (bytes: Uint8Array, setUp: RenderSetUp, all: Rendering) => void,
): void {
  for (const seed of [1, 2]) {
    for (const [file, bytes] of generatedFiles({ seed, shape, release, bytes: 12_000 })) {
      for (const setUp of setUps) {
        check(bytes, { ...setUp, file }, renderBytes(bytes, { ...setUp, file }));
      }
    }
  }
}

describe.each(shapePairs)('%s sessions of release %s', (shape, release) => {
  it('give the same request alone as among all', () => {
    forEachRendering([shape, release], (bytes, setUp, { requests, text }) => {
      const lines = text.split('\n');
      const alone = requests.map((_, at) => {
        const at1 = renderBytes(bytes, { ...setUp, at: { kind: 'range', from: at, to: at } });
        return at1.text;
      });
      expect(alone).toEqual(requests.map((_, at) => `${lines[at] ?? ''}\n`));
      const last = renderBytes(bytes, { ...setUp, at: { kind: 'last' } });
      expect(last.text).toBe(alone.at(-1) ?? '');
    });
  });

  it('give the same bytes through a narrow window as from memory', () => {
    forEachRendering([shape, release], (bytes, setUp, all) => {
      const source = (whole: Uint8Array) => narrow(whole, 700);
      const seen = renderBytes(bytes, { ...setUp, source });
      expect(seen.text).toBe(all.text);
      expect(seen.report).toEqual(all.report);
    });
  });

  it('give the same bytes a second time', () => {
    forEachRendering([shape, release], (bytes, setUp, all) => {
      expect(renderBytes(bytes, setUp)).toEqual(all);
    });
  });

  it('number their requests and tell in order where they come from', () => {
    forEachRendering([shape, release], (_, { file }, { requests, report }) => {
      const tellings = requests.map(({ id, at, source }: RenderedRequest) => [id, at, source.file]);
      expect(tellings).toEqual(
        requests.map((__, at) => [`${report.threadId}#${String(at)}`, at, file]),
      );
      const lines = requests.map(({ source }) => source.line);
      expect(lines).toEqual(lines.toSorted((one, other) => one - other));
      expect(report.recordedRequests).toBe(requests.length);
    });
  });
});
