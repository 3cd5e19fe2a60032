import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExportFormat } from '../../../src/contract/export.js';
import { hfMessages } from '../../../src/export/dataset/hf-messages.js';
import { atif } from '../../../src/export/eval/atif.js';
import { inspect } from '../../../src/export/eval/inspect.js';
import { otel } from '../../../src/export/eval/otel.js';
import { promptfoo } from '../../../src/export/eval/promptfoo.js';
import { createTracer } from '../../../src/trace-sessions.js';
import { faultsOf, madeSession, type MemorySink, runExport } from '../../support/export-run.js';
import { madeRequests } from '../../support/made-sessions.js';

const formats: readonly ExportFormat[] = [inspect, promptfoo, hfMessages, atif, otel];
const sessionsFolder = join('scripts', 'demo', 'sessions');

describe.each(formats.map((format) => ({ name: format.name, format })))('$name', ({ format }) => {
  it('writes what its own check takes, whatever a session holds', () => {
    fc.assert(
      fc.property(madeRequests, (requests) => {
        expect(faultsIn(format, runExport(format, [madeSession(requests)]))).toStrictEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('writes the same bytes each time', () => {
    fc.assert(
      fc.property(madeRequests, (requests) => {
        const one = runExport(format, [madeSession(requests)]);
        const other = runExport(format, [madeSession(requests)]);
        for (const file of one.files.keys()) expect(other.text(file)).toBe(one.text(file));
      }),
      { numRuns: 15 },
    );
  });

  it('writes the demo sessions so that its own check takes them', async () => {
    const tracer = createTracer();
    for (const file of sampleFiles()) {
      const opened = await tracer.open(file);
      const sink = runExport(format, [opened]);
      opened.close();
      expect(faultsIn(format, sink)).toStrictEqual([]);
      expect(sink.places.length).toBeGreaterThan(0);
    }
  });
});

function faultsIn(format: ExportFormat, sink: MemorySink): readonly unknown[] {
  return [...sink.files.keys()]
    .filter((file) => /\.jsonl?$/.test(file))
    .flatMap((file) => faultsOf(format, sink.text(file)));
}

function sampleFiles(): readonly string[] {
  return readdirSync(sessionsFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.includes('rollout-'))
    .toSorted()
    .map((file) => join(sessionsFolder, file));
}
