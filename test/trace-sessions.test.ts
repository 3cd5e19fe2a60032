import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import type { Inference } from '../src/contract/inference.js';
import { createTracer } from '../src/trace-sessions.js';

const files = globSync('scripts/demo/sessions/**/*.jsonl*').toSorted();

/** What is wrong with a trace, in words; empty when every byte is covered once and parts lie in each other. */
function faultsOf({ id, body, trace }: Inference): string[] {
  const faults: string[] = [];
  let end = 0;
  for (const { startBytes, endBytes } of trace.spans) {
    if (startBytes !== end || endBytes <= startBytes) faults.push(`${id}: span at ${startBytes}`);
    end = endBytes;
  }
  if (end !== body.length) faults.push(`${id}: covers ${end} of ${body.length}`);
  for (const part of trace.parts) {
    const outer = trace.parts[part.parent];
    if (
      outer !== undefined &&
      (outer.startBytes > part.startBytes || outer.endBytes < part.endBytes)
    ) {
      faults.push(`${id}: ${part.path} sticks out`);
    }
  }
  return faults;
}

describe('createTracer', () => {
  it('opens sessions one after the other, forks with their parents among them', async () => {
    const tracer = createTracer();
    const faults: string[] = [];
    const places = new Set<string>();
    for (const file of files) {
      const opened = await tracer.open(file);
      for (const inference of opened.inferences) {
        faults.push(...faultsOf(inference));
        for (const { origin } of inference.trace.parts) {
          if ('file' in origin && origin.file !== file) places.add(`${file} < ${origin.file}`);
        }
      }
      opened.close();
    }
    expect(files.length).toBeGreaterThan(10);
    expect(faults).toEqual([]);
    // The fork's first requests hold lines of its parent's file.
    expect([...places].some((place) => place.includes('fork-prefix'))).toBe(true);
  });

  it('gives inferences that stay as they are when the next one is asked for', async () => {
    const [file = ''] = files;
    const opened = await createTracer().open(file);
    const all = [...opened.inferences];
    const bodies = all.map(({ body }) => Buffer.from(body).toString('utf8'));
    expect(all.map(({ request }) => JSON.stringify(request))).toEqual(bodies);
    expect(all.flatMap(faultsOf)).toEqual([]);
    opened.close();
  });
});
