// The Codex releases under test, and the models that the scenarios use in each.

/**
 * @typedef {object} Models
 * @property {string} plain   text in `instructions` or a developer message, tools beside the input
 * @property {string} lite    tools and base text inside the input
 * @property {string} team    offers multi-agent v2
 */

/** @typedef {{ version: string, models: Models, binaryVariable: string }} Release */

/** @type {readonly Release[]} */
export const RELEASES = [
  {
    version: '0.145.0',
    models: { plain: 'gpt-5.4', lite: 'gpt-5.6-luna', team: 'gpt-5.6-sol' },
    binaryVariable: 'PROMPTMILL_CODEX_0_145',
  },
  {
    version: '0.171.0',
    models: { plain: 'gpt-5.5', lite: 'gpt-6.2-sol', team: 'gpt-6.2-sol' },
    binaryVariable: 'PROMPTMILL_CODEX_0_171',
  },
];

/** Those between whose texts and rules are compared, while no sessions are played of them. @type {readonly Release[]} */
const BETWEEN = [
  {
    version: '0.155.0',
    models: { plain: 'gpt-5.5', lite: 'gpt-5.6-luna', team: 'gpt-5.6-sol' },
    binaryVariable: 'PROMPTMILL_CODEX_0_155',
  },
];

export const ALL_RELEASES = [...RELEASES, ...BETWEEN];

export const EVERY_VERSION = RELEASES.map(({ version }) => version);
