import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { capturePack, isProved } from '../../../src/packs/capture/capture-pack.js';

const fakeCodex = fileURLToPath(new URL('../../support/fake-codex.mjs', import.meta.url));
const patienceMs = 120_000;

describe.skipIf(process.platform === 'win32')('a capture', () => {
  it(
    'has what the program tells, and why it lacks the rest',
    async () => {
      const families: string[] = [];
      const capture = await capturePack({
        binary: fakeCodex,
        only: ['base prompts', 'realtime'],
        onFamily: ({ family }) => families.push(family),
      });
      expect(families).toEqual(['base prompts', 'realtime']);
      expect(capture.release).toBe('9.9.9');
      expect(capture.models).toEqual(['fake-1']);
      expect(JSON.parse(capture.catalog)).toMatchObject({ models: [{ slug: 'fake-1' }] });
      expect(Object.fromEntries(capture.texts.map(({ id, text }) => [id, text]))).toEqual({
        'base.default': 'You are nobody in particular.',
        'model-switch.lead': 'You are someone else now:',
      });
      expect(capture.texts.every(isProved)).toBe(true);
      const reasons = new Map(capture.missing.map(({ id, reason }) => [id, reason]));
      expect(reasons.get('realtime.start')).toBe('there is no method thread/realtime/start');
      expect(reasons.get('model-instructions.lead')).toBe('the catalog has no lite model');
      expect(reasons.get('review.rubric')).toBe('nothing is known that brings it out');
    },
    patienceMs,
  );

  it(
    'fails when the program does not run',
    async () => {
      const capture = capturePack({ binary: fileURLToPath(new URL('nowhere', import.meta.url)) });
      await expect(capture).rejects.toMatchObject({ code: 'codex_failed' });
    },
    patienceMs,
  );
});

it('is proved by texts that were put back as they were recorded', () => {
  const text = { id: 'time.reminder', text: 'x' } as const;
  const [same, other] = ['a', 'b'].map((rendered) => ({ rendered, recorded: 'a' }));
  expect(isProved({ ...text, checks: same === undefined ? [] : [same] })).toBe(true);
  expect(isProved({ ...text, checks: other === undefined ? [] : [other] })).toBe(false);
});
