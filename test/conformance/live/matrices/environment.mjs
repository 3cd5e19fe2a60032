// The environment context, all but `<filesystem>`, byte for byte: what a new session is told of its directory and its
// machine by `codex debug prompt-input`, and sessions in which the environments change.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  changedEnvironments,
  fullEnvironments,
  networkElement,
} from '../../../../dist/context/environment-context.js';
import { environmentsById } from '../../../../dist/context/environments-snapshot.js';
import { rulesForVersion } from '../../../../dist/contract/rules.js';
import { playSession } from './play-session.mjs';
import { runCodex } from './run-codex.mjs';

export const matrix = { name: 'environment', versions: ['0.145.0', '0.171.0'], run };

/** @typedef {{ name: string, found: string, expected: string }} Miss */
/** @typedef {{ codex: string, version: string, work: string }} Setup */

/**
 * A machine of its own: files of `/etc`, for both programs.
 * @typedef {object} Machine
 * @property {string} name
 * @property {string} [directory]   name of the working directory
 * @property {string} [shell]       login shell; `$WORK` stands for a folder with programs
 * @property {string | null} [link] `/etc/localtime`, null: a plain file
 * @property {string | null} [zone] `/etc/timezone`
 * @property {string} [TZ]
 * @property {string} [network]     TOML of the requirements, and
 * @property {{ allowed: string[], denied: string[] }} [domains]   what they come to
 */

const TOKYO = '/usr/share/zoneinfo/Asia/Tokyo';
const OPEN = '<environment_context>';
const FILESYSTEM = /\n {2}<filesystem>.*<\/filesystem>/s;

/** @type {readonly Machine[]} */
const machines = [
  ...[`a&<>"'`, 'a b', 'a\nb', 'a\tb', 'ü€😀', '%41', 'a\\b', '&amp;', ' ~ ', ']]>', '\u0001'].map(
    (directory) => ({ name: `in ${JSON.stringify(directory)}`, directory }),
  ),
  ...[
    '/bin/bash',
    '/bin/sh',
    '/bin/dash',
    '',
    '/gone/zsh',
    '/gone/sh',
    '/gone/pwsh',
    '/gone/cmd',
  ].map((shell) => ({ name: `shell ${shell}`, shell })),
  ...['zsh', 'zsh.5.8', 'fish', 'pwsh', 'powershell', 'cmd', 'bash', 'sh', 'nologin', 'xsh'].map(
    (name) => ({ name: `shell ${name}`, shell: `$WORK/${name}` }),
  ),
  { name: 'zone by link', link: TOKYO, zone: 'X/Y\n' },
  { name: 'zone by a relative link', link: `..${TOKYO}`, zone: 'X/Y\n' },
  { name: 'zone by a link to posix', link: '/usr/share/zoneinfo/posix/Asia/Tokyo', zone: 'X/Y\n' },
  { name: 'zone by a link in etc', link: '/etc/zoneinfo/Asia/Tokyo', zone: 'X/Y\n' },
  { name: 'zone by a link elsewhere', link: '/opt/zoneinfo/Asia/Tokyo', zone: 'X/Y\n' },
  { name: 'zone by a link to nothing', link: '/usr/share/zoneinfo/No/Where', zone: 'X/Y\n' },
  { name: 'zone by name', link: null, zone: 'Asia/Tokyo \n\n' },
  { name: 'zone by a name with a space', link: null, zone: ' Asia/Tokyo' },
  { name: 'zone of no name', link: null, zone: '\n' },
  { name: 'no zone', link: null, zone: null },
  { name: 'E10 TZ ahead', TZ: 'Pacific/Kiritimati' },
  { name: 'E10 TZ behind', TZ: 'Etc/GMT+12' },
  { name: 'no zone, but TZ', link: null, zone: null, TZ: 'Pacific/Kiritimati' },
  {
    name: 'E13 network without domains',
    network: 'enabled = true\n',
    domains: { allowed: [], denied: [] },
  },
  {
    name: 'E11 network switched off',
    network: 'enabled = false\n',
    domains: { allowed: [], denied: [] },
  },
  {
    name: 'E12 domains',
    network:
      'enabled = true\n[experimental_network.domains]\n"b.x" = "allow"\n"a&b<c" = "allow"\n"*.z" = "deny"\n',
    domains: { allowed: ['b.x', 'a&b<c'], denied: ['*.z'] },
  },
];

/** @type {import('./make-layout.mjs').Node} */
const folder = { kind: 'folder' };
const nodes = { p: folder, 'q/s': folder };
const deferred = '[features]\ndeferred_executor = true\n';

/** @type {readonly import('./play-session.mjs').Session[]} */
const sessions = [
  {
    name: 'directories',
    nodes,
    steps: [
      { cwd: 'p' },
      {},
      { cwd: 'q/s' },
      { cwd: 'q' },
      { resume: true, cwd: 'q' },
      { cwd: 'p' },
    ],
  },
  {
    name: 'environments come, go and change places',
    nodes,
    steps: [
      'p',
      'p r1',
      'p',
      'r1 p',
      'p',
      'p r1',
      'r1 p',
      'p r1 r2',
      'r1 r2',
      'r2 r1',
      'r1',
      'p r1',
      'Q r1',
      'r2',
      '',
    ].map(selection),
  },
  {
    name: 'one that does not get ready',
    nodes,
    tables: deferred,
    steps: ['p', 'p slow', 'slow', 'slow p', 'p', 'slow r1'].map(selection),
  },
  {
    name: 'only one that does not get ready',
    nodes,
    tables: deferred,
    steps: ['slow', 'p'].map(selection),
  },
  { name: 'several at first', nodes, steps: ['r2 p r1', 'p'].map(selection) },
];

/** @param {string} words @returns {import('./play-session.mjs').Step} */
function selection(words) {
  /** @type {Record<string, import('./play-session.mjs').Selected>} */
  const known = {
    p: ['local', 'p'],
    Q: ['local', 'q'],
    r1: ['r1', 'q/s'],
    r2: ['r2', 'q/s'],
    slow: ['slow', 'q'],
  };
  return {
    cwd: 'p',
    environments: words.split(' ').flatMap((word) => {
      const selected = known[word];
      return selected === undefined ? [] : [selected];
    }),
  };
}

/** @param {Setup & { pack: string }} setup @returns {Promise<{ equal: number, total: number, misses: Miss[] }>} */
async function run(setup) {
  /** @type {Miss[]} */
  const misses = [];
  let total = 0;
  const canMount = spawnSync('unshare', ['-m', 'true']).status === 0;
  for (const [index, machine] of machines.entries()) {
    if (!canMount && machine.directory === undefined && machine.TZ === undefined) continue;
    total += 1;
    const { found, expected } = await compareMachine(machine, join(setup.work, `m${index}`), setup);
    if (found !== expected) misses.push({ name: machine.name, found, expected });
  }
  for (const [index, session] of sessions.entries()) {
    const told = await compareSession(session, join(setup.work, `s${index}`), setup);
    total += told.total;
    misses.push(...told.misses);
  }
  return { equal: total - misses.length, total, misses };
}

/** @param {Machine} machine @param {string} work @param {Setup} setup */
async function compareMachine(machine, work, { codex, version }) {
  const rules = rulesOf(version);
  const place = { home: join(work, 'home'), cwd: join(work, machine.directory ?? 'p') };
  for (const path of [place.home, place.cwd]) mkdirSync(path, { recursive: true });
  const inside = machineCommand(machine, work);
  const env = { TZ: machine.TZ };
  const asked = await runCodex('env', [...inside, codex, 'debug', 'prompt-input'], {
    ...place,
    env,
  });
  const expected = asked.code === 0 ? toldFirst(asked.stdout) : asked.stderr;
  const script =
    'import(process.argv[1]).then((m) => console.log(JSON.stringify(m.readHostEnvironment(JSON.parse(process.argv[2])))))';
  const module = new URL('../../../../dist/sources/host-environment.js', import.meta.url).href;
  const own = await runCodex(
    'env',
    [...inside, process.execPath, '-e', script, module, JSON.stringify(rules)],
    { ...place, env },
  );
  if (own.code !== 0) return { found: own.stderr, expected };
  const { shell, currentDate, timezone } = JSON.parse(own.stdout);
  const local = { id: 'local', cwd: place.cwd, status: /** @type {const} */ ('available'), shell };
  const snapshot = {
    environments: environmentsById([local], rules),
    current_date: currentDate,
    timezone,
    ...(machine.domains && { network: networkElement(machine.domains) }),
  };
  return { found: fullEnvironments(snapshot, rules), expected };
}

/** Words that run a command on that machine; none for this one. @param {Machine} machine @param {string} work @returns {string[]} */
function machineCommand({ shell, link, zone, network }, work) {
  if ([shell, link, zone, network].every((given) => given === undefined)) return [];
  const etc = join(work, 'etc');
  mkdirSync(join(etc, 'codex'), { recursive: true });
  const programs = join(work, 'programs');
  mkdirSync(programs, { recursive: true });
  for (const name of ['group', 'nsswitch.conf', 'hosts', 'ld.so.cache', 'alternatives']) {
    if (existsSync(`/etc/${name}`)) {
      cpSync(`/etc/${name}`, join(etc, name), { recursive: true, verbatimSymlinks: true });
    }
  }
  const path = (shell ?? '/bin/bash').replace('$WORK', programs);
  if (path.startsWith(programs)) writeFileSync(path, '');
  writeFileSync(join(etc, 'passwd'), `root:x:0:0:root:/root:${path}\n`);
  if (link === null) cpSync(TOKYO, join(etc, 'localtime'), { dereference: true });
  else symlinkSync(link ?? '/usr/share/zoneinfo/Etc/UTC', join(etc, 'localtime'));
  mkdirSync(join(etc, 'zoneinfo/Asia'), { recursive: true });
  cpSync(TOKYO, join(etc, 'zoneinfo/Asia/Tokyo'), { dereference: true });
  if (zone !== null) writeFileSync(join(etc, 'timezone'), zone ?? 'Etc/UTC\n');
  if (network !== undefined) {
    writeFileSync(join(etc, 'codex/requirements.toml'), `[experimental_network]\n${network}`);
  }
  return ['unshare', '-m', 'sh', '-c', `mount --bind '${etc}' /etc && exec "$@"`, 'sh'];
}

/** @param {string} stdout @returns {string} */
function toldFirst(stdout) {
  /** @type {{ content?: { text?: string }[] }[]} */
  const items = JSON.parse(stdout);
  const texts = items.flatMap(({ content = [] }) => content.map(({ text = '' }) => text));
  return withoutFilesystem(texts.find((text) => text.startsWith(OPEN)) ?? '');
}

/** @param {string} fragment */
function withoutFilesystem(fragment) {
  return fragment.replace(FILESYSTEM, '');
}

/** @param {import('./play-session.mjs').Session} session @param {string} work @param {Setup} setup */
async function compareSession(session, work, setup) {
  const rules = rulesOf(setup.version);
  const { root, turns } = await playSession({ ...setup, folder: work }, session, () => {});
  /** @type {Miss[]} */
  const misses = [];
  /** @type {import('../../../../dist/contract/context.js').EnvironmentsSnapshot | undefined} */
  let before;
  let selected = /** @type {ReturnType<typeof selectedBy>} */ ([]);
  for (const [turn, texts] of turns.entries()) {
    const fragment = texts.find((text) => text.startsWith(OPEN)) ?? '';
    const step = session.steps[turn];
    selected = (step && selectedBy(step, root)) ?? selected;
    const snapshot = {
      ...momentOf(fragment, before),
      environments: environmentsById(selected, rules),
    };
    const expected = withoutFilesystem(fragment);
    const found = withoutFilesystem(changedEnvironments(before, snapshot, rules) ?? '');
    if (found !== expected) misses.push({ name: `${session.name}, turn ${turn}`, found, expected });
    before = snapshot;
  }
  return { total: turns.length, misses };
}

/** What belongs to others or to the moment is taken from what was told, or stays as it was. @param {string} fragment @param {import('../../../../dist/contract/context.js').EnvironmentsSnapshot} [before] */
function momentOf(fragment, before) {
  if (fragment === '') return before;
  const filesystem = FILESYSTEM.exec(fragment)?.[0].trim();
  return {
    current_date: /<current_date>(.*)<\/current_date>/.exec(fragment)?.[1] ?? '',
    timezone: /<timezone>(.*)<\/timezone>/.exec(fragment)?.[1] ?? '',
    ...(filesystem !== undefined && { filesystem }),
  };
}

/** @param {import('./play-session.mjs').Step} step @param {string} root */
function selectedBy({ environments, cwd }, root) {
  /** @type {readonly import('./play-session.mjs').Selected[] | undefined} */
  const named = environments ?? (cwd === undefined ? undefined : [['local', cwd]]);
  return named?.map(([id, below]) => ({
    id,
    cwd: join(root, below),
    status: id === 'slow' ? /** @type {const} */ ('starting') : /** @type {const} */ ('available'),
    shell: 'bash',
  }));
}

/** @param {string} version */
function rulesOf(version) {
  const rules = rulesForVersion(version);
  if (rules === undefined) throw new Error(`no rules for ${version}`);
  return rules;
}
