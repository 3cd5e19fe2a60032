// AGENTS.md in sessions: what is told when the directory, the environments or the files change (spec 2 §1.9).

import { join } from 'node:path';
import { agentsMdSnapshot, changedAgentsMd } from '../../../../dist/context/agents-md.js';
import { rulesForVersion } from '../../../../dist/contract/rules.js';
import { loadPack } from '../../../../dist/packs/load-pack.js';
import { discoverAgentsMd } from '../../../../dist/sources/agents-md/discover.js';
import { playSession } from './play-session.mjs';

/** @typedef {import('./play-session.mjs').Session} Session */
/** @typedef {import('./play-session.mjs').Step} Step */

const HEADING = '# AGENTS.md instructions';

/** @type {import('./make-layout.mjs').Node} */
const folder = { kind: 'folder' };
const projects = {
  'p/.git': folder,
  'p/AGENTS.md': 'p doc\n',
  'q/.git': folder,
  'q/AGENTS.md': 'q doc',
  'q/s/AGENTS.md': 'q s doc',
  'e/.git': folder,
};
const user = { 'home/AGENTS.md': 'user doc\n' };

/** @type {readonly Session[]} */
const sessions = [
  {
    name: 'A37 edits, and other directories',
    nodes: { ...projects, ...user },
    steps: [
      { cwd: 'p' },
      { write: { 'p/AGENTS.md': 'p doc 2', 'home/AGENTS.md': 'user doc 2' } },
      { cwd: 'q/s' },
      { cwd: 'p' },
      {},
    ],
  },
  {
    name: 'A38 documents go and come',
    nodes: projects,
    steps: [{ cwd: 'p' }, { cwd: 'e' }, { cwd: 'p' }, { cwd: 'q' }],
  },
  {
    name: 'A38 with a document of the user',
    nodes: { ...projects, ...user },
    steps: [{ cwd: 'p' }, { cwd: 'e' }, { cwd: 'p' }],
  },
  { name: 'none at first', nodes: projects, steps: [{ cwd: 'e' }, { cwd: 'q/s' }] },
  {
    name: 'A39, A41 several environments',
    nodes: { ...projects, ...user },
    steps: [
      {
        cwd: 'p',
        environments: [
          ['local', 'p'],
          ['r1', 'q/s'],
        ],
      },
      {
        environments: [
          ['r1', 'q/s'],
          ['local', 'p'],
        ],
      },
      { environments: [['r1', 'q/s']] },
      { environments: [] },
      {
        environments: [
          ['local', 'e'],
          ['r1', 'q/s'],
        ],
      },
      {
        environments: [
          ['local', 'p'],
          ['r1', 'p'],
        ],
      },
      { environments: [['local', 'p']] },
    ],
  },
  {
    name: 'A42 a budget for each environment',
    nodes: {
      'a/.git': folder,
      'a/AGENTS.md': 'seven b',
      'b/.git': folder,
      'b/AGENTS.md': 'six by',
    },
    settings: 'project_doc_max_bytes = 9',
    steps: [
      {
        cwd: 'a',
        environments: [
          ['local', 'a'],
          ['r1', 'b'],
        ],
      },
      {
        environments: [
          ['r1', 'b'],
          ['local', 'a'],
        ],
      },
    ],
  },
  {
    name: 'A25 a link into a project',
    nodes: { ...projects, link: { link: 'q/s' } },
    steps: [{ cwd: 'p' }, { cwd: 'link' }],
  },
  {
    name: 'A26 a directory that is not there',
    nodes: projects,
    steps: [{ cwd: 'p' }, { cwd: 'q/gone' }],
  },
  {
    name: 'resumed after edits',
    nodes: { ...projects, ...user },
    steps: [
      { cwd: 'p' },
      { resume: true },
      { resume: true, write: { 'p/AGENTS.md': 'p doc 2' } },
      { resume: true, write: { 'home/AGENTS.md': ' ' } },
      { resume: true, write: { 'p/AGENTS.md': '' } },
      { resume: true, write: { 'p/AGENTS.md': 'p doc 3' } },
    ],
  },
];

/**
 * @param {{ codex: string, version: string, work: string, pack: string }} setup
 * @returns {Promise<{ total: number, misses: { name: string, found: string, expected: string }[] }>}
 */
export async function compareSessions(setup) {
  const { texts } = loadPack(setup.pack);
  const rules = rulesForVersion(setup.version);
  if (rules === undefined) throw new Error(`no rules for ${setup.version}`);
  const misses = [];
  let total = 0;
  for (const [index, session] of sessions.entries()) {
    const teller = new Teller(session, rules, texts);
    const place = join(setup.work, `session-${index}`);
    const { turns } = await playSession({ ...setup, folder: place }, session, (root, step) =>
      teller.turn(root, step),
    );
    for (const [turn, told] of turns.entries()) {
      total += 1;
      const expected = told.find((text) => text.startsWith(HEADING)) ?? '';
      const found = teller.told[turn] ?? '';
      if (found !== expected) {
        misses.push({ name: `${session.name}, turn ${turn}`, found, expected });
      }
    }
  }
  return { total, misses };
}

/**
 * Follows a session, and tells what we would: files are read when a thread starts or resumes, those of a project also
 * when its places change, and by newer releases the user's at every turn.
 */
class Teller {
  /** @param {Session} session @param {import('../../../../dist/contract/rules.js').RulesProfile} rules @param {import('../../../../dist/contract/texts.js').PackTexts} texts */
  constructor(session, rules, texts) {
    this.rules = rules;
    this.texts = texts;
    this.rereadsUser = !['0.145', '0.150', '0.155'].includes(rules.id);
    this.maxBytes = Number(/max_bytes = (\d+)/.exec(session.settings ?? '')?.[1] ?? 32_768);
    /** @type {string[]} */
    this.told = [];
    /** @type {import('../../../../dist/context/agents-md.js').AgentsMdBaseline} */
    this.baseline = { state: 'absent' };
    /** @type {import('../../../../dist/contract/agents-md.js').AgentsMdDiscovery['loaded']} */
    this.loaded = { entries: [] };
    /** @type {{ id: string, cwd: string }[]} */
    this.places = [];
  }

  /** @param {string} root @param {Step} step */
  turn(root, step) {
    const isFresh = this.told.length === 0 || step.resume === true;
    const places = placesOf(root, step) ?? this.places;
    const isMoved = isFresh || JSON.stringify(places) !== JSON.stringify(this.places);
    this.places = places;
    const { loaded } = discoverAgentsMd({
      environments: places,
      codexHome: join(root, 'home'),
      maxBytes: this.maxBytes,
      rules: this.rules,
    });
    const own = isFresh || this.rereadsUser ? loaded.user : this.loaded.user;
    const { entries } = isMoved ? loaded : this.loaded;
    this.loaded = { entries, ...(own && { user: own }) };
    const snapshot = agentsMdSnapshot(this.loaded);
    this.told.push(changedAgentsMd(this.baseline, snapshot, this.texts) ?? '');
    this.baseline = { state: 'known', snapshot };
  }
}

/** @param {string} root @param {Step} step */
function placesOf(root, { environments, cwd }) {
  if (environments !== undefined) {
    return environments.map(([id, below]) => ({ id, cwd: join(root, below) }));
  }
  return cwd === undefined ? undefined : [{ id: 'local', cwd: join(root, cwd) }];
}
