/** What stands in for images and audio that are not sent (spec 3 §3.1, §3.4). */

import type { JsonRecord } from '../../../contract/json-record.js';
import type { PackTextId } from '../../../contract/texts.js';
import type { Bench } from '../bench.js';
import { craftRollout, messageLine } from '../crafted-rollout.js';
import { readConstant } from '../executable-text.js';
import type { Family, Finding, Probe } from '../finding.js';
import { keepCatalog, modelOf } from '../own-model.js';
import { seen, textsOfCalls } from '../recorded-texts.js';

/** A PNG of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const audio = { type: 'input_audio', audio_url: 'data:audio/wav;base64,AAAA' };

export const media: Family = {
  name: 'media',
  probes: [
    probe('media.remote-image', [image('https://mill.invalid/a.png')]),
    probe('media.detail-low', [{ ...image(`data:image/png;base64,${pixel}`), detail: 'low' }]),
    probe('media.unprocessable-image', [image('data:image/png;base64,AAAA')]),
    probe(
      'media.unprocessable-audio',
      [{ type: 'input_audio', audio_url: 'data:audio/wav;base64,A' }],
      ['audio'],
    ),
    probe(
      'media.unsupported-audio',
      [{ type: 'input_audio', audio_url: 'data:audio/mill;base64,AAAA' }],
      ['audio'],
    ),
    probe('media.no-image-input', [image(`data:image/png;base64,${pixel}`)], []),
    probe('media.no-audio-input', [audio], []),
    { ids: ['media.oversized-image'], run: captureOversized },
  ],
};

function image(url: string): JsonRecord {
  return { type: 'input_image', image_url: url };
}

/** A text that takes the place of a part in a resumed history; the model takes text, images and `more`. */
function probe(
  id: PackTextId,
  parts: readonly JsonRecord[],
  more: readonly string[] = ['image'],
): Probe {
  const run = async (bench: Bench): Promise<readonly Finding[]> => {
    const first = await standInOf(bench, parts, more);
    const recorded = await standInOf(bench, [...parts, ...parts], more);
    return [{ id, text: first, checks: [{ rendered: first, recorded }] }];
  };
  return { ids: [id], run };
}

/** No image that a session can hold is too large; the program keeps the words between two that are known. */
async function captureOversized(bench: Bench): Promise<readonly Finding[]> {
  const low = { ...image(`data:image/png;base64,${pixel}`), detail: 'low' };
  const before = await standInOf(bench, [low], ['image']);
  const after = await standInOf(bench, [image('data:image/png;base64,AAAA')], ['image']);
  const text = await readConstant(bench.binary, { before, after });
  return [{ id: 'media.oversized-image', text, checks: [] }];
}

async function standInOf(
  bench: Bench,
  parts: readonly JsonRecord[],
  modalities: readonly string[],
): Promise<string> {
  const model = {
    ...modelOf(bench, 'plain'),
    slug: 'mill',
    input_modalities: ['text', ...modalities],
  };
  const head = { type: 'input_text', text: 'HEAD' };
  const { threadId, files } = craftRollout([messageLine('user', [head, ...parts])]);
  const calls = await bench.session(
    { model: 'mill', catalog: await keepCatalog(bench, [model]), files, resume: threadId },
    async ({ turn }) => turn('Go on.'),
  );
  const texts = textsOfCalls(calls);
  const at = texts.findIndex(({ text }) => text === 'HEAD');
  const text = texts[at + 1]?.text;
  return seen(text === 'Go on.' ? undefined : text, 'nothing took the place of that part');
}
