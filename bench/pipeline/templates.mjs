// Models' instructions that are rendered from a catalog: kept in the cache of a thread, against rendered each time.

import { TextCache } from '../../dist/cache/text-cache.js';
import { modelInstructions } from '../../dist/context/model-instructions.js';
import { renderedTextBytes } from '../../dist/contract/limits.js';
import { rulesForVersion } from '../../dist/contract/rules.js';
import { planSession } from '../../dist/assemble/plan-session.js';
import { prepareContext } from '../../dist/assemble/prepare-context.js';
import { readContext } from '../../dist/read-context.js';
import { Catalog } from '../../dist/catalog/catalog.js';
import { Random } from '../corpus/generate/random.mjs';
import { sentence } from '../corpus/generate/text-pools.mjs';
import { session } from '../sessions.mjs';
import { inputInMemory } from './parts.mjs';
import { WriteSink } from './write-sink.mjs';

export const about =
  'Base instructions that the rollout does not hold are rendered from the catalog: a template of the usual length, a ' +
  'personality put in, or its section taken out. A thread keeps what it rendered. First the text alone, then whole ' +
  'short sessions, the kind that gains most.';

const slug = 'gpt-5-codex';
const miss = 'cache miss';

/** One text is over too soon to be timed. */
const keys = Array.from({ length: 64 }, (_, index) => `${slug} ${index}`);

/** @returns {Generator<import('../compare.mjs').Comparison>} */
export function* comparisons() {
  const catalog = { models: [catalogEntry()] };
  yield* textAlone(catalog);
  for (const personality of ['friendly', 'none']) yield wholeSession(catalog, personality);
}

/** @param {unknown} catalog @returns {Generator<import('../compare.mjs').Comparison>} */
function* textAlone(catalog) {
  const model = new Catalog(catalog).lookUp(slug);
  const rules = rulesForVersion('0.145.0');
  for (const personality of ['friendly', 'none']) {
    const render = () => modelInstructions(model, personality, rules);
    const kept = new TextCache(renderedTextBytes);
    let empty = new TextCache(renderedTextBytes);
    yield {
      input: `text, personality ${personality}, ${keys.length} times`,
      bytes: Buffer.byteLength(render() ?? '') * keys.length,
      ways: [
        { name: 'cache hit', run: () => repeated((key) => kept.get(key, render)) },
        {
          name: miss,
          prepare: () => {
            empty = new TextCache(renderedTextBytes);
          },
          run: () => repeated((key) => empty.get(key, render)),
        },
        { name: 'no cache', run: () => repeated(render) },
      ],
      references: [miss],
      equal: ['cache hit', miss, 'no cache'],
    };
  }
}

/** @param {unknown} catalog @param {string} personality @returns {import('../compare.mjs').Comparison} */
function wholeSession(catalog, personality) {
  const context = prepareContext({ ...readContext({ at: { kind: 'last' } }), catalog });
  const file = withoutInstructions(
    session({ shape: 'plain', release: '0.145', bytes: 15_000, scale: 'small' }),
    personality,
  );
  const input = inputInMemory(file);
  const sink = new WriteSink();
  const kept = new TextCache(renderedTextBytes);
  let empty = new TextCache(renderedTextBytes);
  const render = (/** @type {TextCache} */ renderedTexts) =>
    sink.take((chunks) => planSession(input, { ...context, renderedTexts }).writeTo(chunks));
  return {
    input: `a short session, personality ${personality}: plan and write the last request`,
    bytes: file.bytes.length,
    ways: [
      { name: 'cache hit', run: () => render(kept) },
      {
        name: miss,
        prepare: () => {
          empty = new TextCache(renderedTextBytes);
        },
        run: () => render(empty),
      },
    ],
    references: [miss],
    equal: ['cache hit', miss],
  };
}

/**
 * The session as an older program would have recorded it: without the base instructions it sent.
 * @param {import('../sessions.mjs').SessionFile} file
 * @param {string} personality
 */
function withoutInstructions({ path, bytes }, personality) {
  const [meta, ...rest] = bytes.toString('utf8').split('\n');
  const { base_instructions: _, ...payload } = JSON.parse(meta).payload;
  const lines = [JSON.stringify({ ...JSON.parse(meta), payload }), ...rest].join('\n');
  const model = lines
    .replaceAll(/"model":"[^"]*"/g, `"model":"${slug}"`)
    .replaceAll(/"personality":"[a-z]*"/g, `"personality":"${personality}"`);
  return { path, bytes: Buffer.from(model) };
}

/** All lengths together. @param {(key: string) => string | undefined} textOf */
function repeated(textOf) {
  let length = 0;
  for (const key of keys) length += textOf(key)?.length ?? 0;
  return length;
}

/** A model with a template of about 20 kB: a place for the personality, a section on it, and other sections. */
function catalogEntry() {
  const random = new Random('bench/templates');
  const prose = (/** @type {number} */ sentences) =>
    Array.from({ length: sentences }, () => sentence(random, random.between(6, 18))).join('\n');
  const sections = Array.from({ length: 8 }, (_, index) => `# Part ${index}\n\n${prose(25)}\n`);
  sections.splice(1, 0, `# Personality\n\n{{ personality }}\n\n${prose(12)}\n`);
  return {
    slug,
    model_messages: {
      instructions_template: sections.join('\n'),
      instructions_variables: {
        personality_default: prose(2),
        personality_friendly: prose(6),
        personality_pragmatic: prose(6),
      },
    },
  };
}
