// What a turn is told when model or personality change: shapes of templates, personalities, and switches among them. Each
// turn of each session must be told again from the rollout before it (spec 1 §2, §4, §5, §9).

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareTurns } from '../../told-turns.mjs';
import { startAppServer } from '../app-server.mjs';
import { readBundledCatalog } from '../catalogs.mjs';
import { makeCodexHome } from '../codex-home.mjs';
import { startMockResponses } from '../mock-responses.mjs';
import { message, respond } from '../replies.mjs';
import { ALL_RELEASES } from '../releases.mjs';

export const matrix = {
  name: 'switches',
  versions: ALL_RELEASES.map(({ version }) => version),
  run,
};

/** @typedef {Record<string, any>} Json */

const words = {
  personality_default: 'Default words.',
  personality_friendly: 'Friendly words.',
  personality_pragmatic: 'Pragmatic words.',
};

/** What models bring along, by name. @type {Readonly<Record<string, Json>>} */
const SHAPES = {
  twice: {
    instructions_template: 'A {{ personality }} B {{ personality }} C',
    instructions_variables: words,
  },
  near: { instructions_template: 'A {{personality}} B', instructions_variables: words },
  half: {
    instructions_template: 'H {{ personality }} I',
    instructions_variables: { ...words, personality_default: null, personality_friendly: null },
  },
  bare: { instructions_template: null, instructions_variables: words },
  fixed: { instructions_template: 'FIXED', instructions_variables: words },
  section: {
    instructions_template: 'Intro\n\n# Personality\n\nX {{ personality }}\n\n# Safety\n\nK\n',
    instructions_variables: words,
  },
  empty: { instructions_template: '', instructions_variables: words },
};

const PERSONALITIES = [undefined, 'none', 'friendly', 'pragmatic'];

/** What newer releases record nowhere: that a turn was set to the personality `none`. */
const UNTOLD = /** @type {Readonly<Record<string, RegExp>>} */ ({
  '0.171.0': /^(?:fixed-unset|section-none),/,
});

/** @param {{ codex: string, version: string, work: string, pack: string }} place */
async function run({ codex, version, work, pack }) {
  const catalog = join(work, 'catalog.json');
  await writeFile(
    catalog,
    JSON.stringify({ models: await shapedModels({ codex, version, work }) }),
  );
  const mock = await startMockResponses(() => respond([message('Done.')]));
  const comparisons = [];
  try {
    for (const { name, steps } of sessions()) {
      const folder = join(work, name);
      await mkdir(folder);
      const home = await makeCodexHome(
        { binary: codex, folder, port: mock.port, catalog, defaultModel: 'mill-twice' },
        {},
      );
      await play(home, steps);
      for (const file of await rolloutsIn(join(folder, 'sessions'))) {
        comparisons.push(compareTurns(file, { catalog, pack, name }));
      }
    }
  } finally {
    await mock.close();
  }
  return {
    equal: sum(comparisons.map(({ equal }) => equal)),
    total: sum(comparisons.map(({ total }) => total)),
    misses: comparisons
      .flatMap(({ misses }) => misses)
      .filter(({ name }) => !(UNTOLD[version]?.test(name) ?? false)),
  };
}

/** @param {{ codex: string, version: string, work: string }} place @returns {Promise<Json[]>} */
async function shapedModels({ codex, version, work }) {
  const { models } = await readBundledCatalog(codex, work);
  const plain = ALL_RELEASES.find((release) => release.version === version)?.models.plain;
  const model = models.find(({ slug }) => slug === plain);
  return Object.entries(SHAPES).map(([shape, messages]) => {
    const own = { slug: `mill-${shape}`, base_instructions: `Base words of ${shape}.` };
    return Object.assign({}, model, own, { model_messages: messages });
  });
}

/** @typedef {{ model?: string, personality?: string }} Step */

/** Each model with each personality, and from there to the next of both, and back. */
function sessions() {
  const names = Object.keys(SHAPES);
  return names.flatMap((shape, at) =>
    PERSONALITIES.map((personality, which) => {
      const model = `mill-${shape}`;
      const next = `mill-${names[(at + 1) % names.length]}`;
      const other = PERSONALITIES[(which + 1) % PERSONALITIES.length] ?? 'friendly';
      return {
        name: `${shape}-${personality ?? 'unset'}`,
        steps: [
          { model, ...(personality && { personality }) },
          { personality: other },
          { model: next },
          { personality: other },
          { model, personality: personality ?? 'pragmatic' },
        ],
      };
    }),
  );
}

/** @param {import('../codex-home.mjs').CodexHome} home @param {readonly Step[]} steps */
async function play(home, steps) {
  const app = await startAppServer(home);
  try {
    const { thread } = await app.call('thread/start', { cwd: home.project, ...steps[0] });
    for (const [index, step] of steps.entries()) {
      await app.turn(thread.id, `turn ${index}`, index === 0 ? {} : step);
    }
  } finally {
    await app.stop();
  }
}

/** @param {string} folder @returns {Promise<string[]>} */
async function rolloutsIn(folder) {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith('.jsonl')).map((file) => join(folder, file));
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
