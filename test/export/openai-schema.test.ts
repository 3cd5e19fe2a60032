// Every line of a strict batch, and of a batch of chats, against OpenAI's published schema.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNamed } from '../../src/export/formats.js';
import { findInputs } from '../../src/sources/find-inputs.js';
import { createTracer } from '../../src/trace-sessions.js';
import { CORPUS, RELEASES } from '../conformance/place.mjs';
import { anyInput } from '../support/arbitrary-items.js';
import { asSent, KeptExport, madeInference } from '../support/made-inference.js';
import { batchLineValidator, hasSchema } from '../support/openai-schema.js';

const formats = [
  ['openai-batch-responses', { dialect: 'strict' }],
  ['openai-batch-chat', {}],
  ['openai-batch-chat', { profile: 'vllm' }],
  ['openai-batch-chat', { profile: 'one-system' }],
] as const;

describe.runIf(hasSchema)('lines of a batch are as the schema has them', () => {
  const validate = hasSchema ? batchLineValidator() : undefined;

  function faultsOf(kept: KeptExport): readonly unknown[] {
    const lines = Object.values(kept.files).join('').trimEnd().split('\n');
    return lines
      .filter((line) => line !== '')
      .flatMap((line) => {
        const value: unknown = JSON.parse(line);
        return validate?.(value) === true ? [] : [[validate?.errors?.at(0), value]];
      });
  }

  it.each(formats)('%s %o: for any input', (name, format) => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const kept = new KeptExport();
        const exporter = formatNamed(name).create({ ...asSent, format }, kept);
        exporter.add(madeInference({ model: 'stone', instructions: 'Mill.', input, stream: true }));
        expect(faultsOf(kept)).toEqual([]);
      }),
    );
  });

  it.each(formats)('%s %o: for the sessions of the demo', async (name, format) => {
    expect(await faultsOfSessions('scripts/demo/sessions', name, format)).toEqual([]);
  });

  for (const folder of [CORPUS, ...RELEASES.map(({ root }) => root)]) {
    it.runIf(existsSync(folder)).each(formats.slice(0, 2))(
      `%s %o: for the last requests of the recordings`,
      async (name, format) => {
        expect(await faultsOfSessions(folder, name, format)).toEqual([]);
      },
    );
  }

  async function faultsOfSessions(
    folder: string,
    name: string,
    format: Readonly<Record<string, string>>,
  ): Promise<readonly unknown[]> {
    const { inputs } = await findInputs(rolloutsIn(folder));
    const tracer = createTracer({ at: { kind: 'last' } });
    const faults: unknown[] = [];
    for (const input of inputs) {
      if (input.kind === 'error') continue;
      const kept = new KeptExport();
      const exporter = formatNamed(name).create({ ...asSent, model: 'stone', format }, kept);
      const session = await tracer.open(input.file.path).catch(() => undefined);
      for (const inference of session?.inferences ?? []) exporter.add(inference);
      session?.close();
      faults.push(...faultsOf(kept));
    }
    return faults;
  }
});

/** A recording of a session may lie beside other files of JSON lines. */
function rolloutsIn(folder: string): readonly string[] {
  const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return cases
    .filter((name) => /\.jsonl(\.gz|\.zst)?$/.test(name) && /(rollout|r\d+)[^/]*$/.test(name))
    .map((name) => join(folder, name));
}
