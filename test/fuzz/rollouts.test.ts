// Damaged rollouts of every kind: whatever comes in, what goes out is what was announced, or an error of ours.
//
// PROMPTMILL_FUZZ=N tries N inputs instead of a few hundred; PROMPTMILL_FUZZ_SEED=S begins with another one.

import { describe, expect, it } from 'vitest';
import { type ErrorRecord, PromptmillError } from '../../src/contract/errors.js';
import { generatedFiles, shapePairs } from '../support/generated-sessions.js';
import { narrow } from '../support/narrow-bytes.js';
import { ownCatalog } from '../support/own-catalog.js';
import { renderBytes, type Rendering, type RenderSetUp } from '../support/render-lines.js';
import { Chance, mutate } from './mutate.js';

const inputs = Number(process.env['PROMPTMILL_FUZZ'] ?? 300);
const firstSeed = Number(process.env['PROMPTMILL_FUZZ_SEED'] ?? 1);
const inputsPerTest = 50;

function setUpOf(chance: Chance): RenderSetUp {
  return {
    at: chance.pick([
      { kind: 'all' },
      { kind: 'all' },
      { kind: 'last' },
      { kind: 'next' },
      { kind: 'range', from: 0, to: 1 },
    ] as const),
    loader: chance.pick(['lenient', 'lenient', 'codex'] as const),
    provider: chance.pick(['auto', 'openai', 'other'] as const),
    itemIds: chance.pick(['auto', 'on', 'off'] as const),
    rules: chance.pick(['auto', 'auto', '0.145', '0.150', '0.159', '0.163', '0.171'] as const),
    catalog: chance.pick([undefined, ownCatalog]),
    ...(chance.below(2) === 0 ? {} : { tools: [{ type: 'function', name: 't' }] }),
  };
}

/** What came of a render: the output, or the record of an error that was raised on purpose. */
function outcome(
  bytes: Uint8Array,
  setUp: RenderSetUp,
): Pick<Rendering, 'text' | 'report'> | ErrorRecord {
  try {
    const { text, report } = renderBytes(bytes, setUp);
    return { text, report };
  } catch (error) {
    if (error instanceof PromptmillError && error.code !== 'internal') return error.toRecord();
    throw error;
  }
}

/**
 * Renders one damaged rollout in memory and through a narrow window, and one of its requests alone.
 * @throws when they differ, or for what is no error of ours
 */
function tryOne(seed: number): void {
  const chance = new Chance(seed);
  const [shape, release] = chance.pick(shapePairs);
  const files = generatedFiles({
    seed: chance.below(20),
    shape,
    release,
    bytes: 4000 + chance.below(12_000),
  });
  const [file, bytes] = chance.pick(files);
  const damaged = mutate(bytes, chance);
  const setUp = { ...setUpOf(chance), file };
  const inMemory = outcome(damaged, setUp);
  // Wide enough for the heads of texts that are looked at, which any source must show at once.
  const seen = outcome(damaged, { ...setUp, source: (whole) => narrow(whole, 4096) });
  expect(seen).toEqual(inMemory);
  if (setUp.at?.kind !== 'all' || !('text' in inMemory) || inMemory.text === '') return;
  const lines = inMemory.text.split('\n').slice(0, -1);
  const from = chance.below(lines.length);
  const alone = renderBytes(damaged, { ...setUp, at: { kind: 'range', from, to: from } });
  expect(alone.text).toBe(`${lines[from] ?? ''}\n`);
}

const groups = Array.from(
  { length: Math.ceil(inputs / inputsPerTest) },
  (_, group) => firstSeed + group * inputsPerTest,
);

describe('damaged rollouts', () => {
  it.each(groups)(
    'are rendered as announced or refused with a reason: seeds from %i on',
    (first) => {
      const last = Math.min(first + inputsPerTest, firstSeed + inputs);
      const seeds = Array.from({ length: last - first }, (_, index) => first + index);
      for (const seed of seeds) {
        expect(
          () => {
            tryOne(seed);
          },
          `PROMPTMILL_FUZZ=1 PROMPTMILL_FUZZ_SEED=${String(seed)}`,
        ).not.toThrow();
      }
    },
  );
});
