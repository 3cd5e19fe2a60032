// Whether the older form of a policy will do, against the sandbox of release 0.145 that takes nothing else: it refuses
// to start where only the profile itself can be enforced. Needs a machine where that sandbox runs.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { rulesForVersion } from '../../../../dist/contract/rules.js';
import { enforcementOf } from '../../../../dist/policy/direct-enforcement.js';
import { resolvePolicy } from '../../../../dist/policy/resolve-policy.js';
import { selectPermissions } from '../../../../dist/policy/select-permissions.js';
import { diskFacts } from '../../../../dist/sources/path-facts.js';
import { runCodex } from './run-codex.mjs';

export const matrix = { name: 'enforcement', versions: ['0.145.0'], run };

const REFUSED = 'direct runtime enforcement';
const BOTH = ['w/.git', 'w/.agents'];
const TABLE = '[permissions.dev.filesystem]\n';
const ROOTS = `${TABLE}":root"="read"\n":workspace_roots"="write"\n`;
const SCOPED = `${TABLE}":root"="read"\n[permissions.dev.filesystem.":workspace_roots"]\n"."="write"\n`;
const PROTECTED = '".git"="read"\n".agents"="read"\n".codex"="read"\n';

/** @type {[string, string[]][]} tables, and the folders that exist */
const CASES = [
  [`${TABLE}":root"="read"`, BOTH],
  [ROOTS, BOTH],
  [ROOTS, ['w/.git']],
  [ROOTS, ['w/.agents']],
  [ROOTS, [...BOTH, 'w/.codex']],
  [`${ROOTS}":slash_tmp"="write"`, BOTH],
  [`${ROOTS}":tmpdir"="write"`, BOTH],
  [`${ROOTS}"$H/w/a"="read"`, BOTH],
  [`${ROOTS}"$H/w/a"="write"`, BOTH],
  [`${ROOTS}"$H/zz"="deny"`, BOTH],
  [`${ROOTS}"$H/zz/**/x"="deny"`, BOTH],
  [`${ROOTS}"/etc"="read"`, BOTH],
  [`${TABLE}":minimal"="read"`, BOTH],
  [`${TABLE}":root"="write"`, BOTH],
  [`${TABLE}":root"="write"\n"$H/x"="read"`, BOTH],
  [`${TABLE}":root"="read"\n"$H/x"="write"`, [...BOTH, 'x']],
  [`${ROOTS}"$H/x"="write"`, [...BOTH, 'x/.git', 'x/.agents', 'x/.codex']],
  [`${ROOTS}"$H/x"="write"`, [...BOTH, 'x/.git', 'x/.agents']],
  [`${SCOPED}".git"="read"`, BOTH],
  [`${SCOPED}".git"="write"`, BOTH],
  [`${SCOPED}".git"="read"`, ['w/.agents']],
  [`${SCOPED}".git"="write"`, ['w/.agents']],
  [`${SCOPED}${PROTECTED}`, []],
  [`${SCOPED}${PROTECTED}`, BOTH],
  [`${SCOPED}".git/hooks"="write"`, BOTH],
  [`${SCOPED}".agents"="write"`, BOTH],
  [`${SCOPED}".codex"="read"`, BOTH],
  [`${SCOPED}".codex"="write"`, BOTH],
  [`${TABLE}":root"="read"\n"/"="write"`, BOTH],
  [`${TABLE}":root"="read"\n":future"="write"`, BOTH],
  [`${TABLE}":workspace_roots"="write"`, BOTH],
];

/**
 * @param {{ codex: string, version: string, work: string }} setup
 * @returns {Promise<{ equal: number, total: number, misses: { name: string, found: string, expected: string }[] }>}
 */
async function run({ codex, version, work }) {
  const rules = rulesForVersion(version);
  if (rules === undefined) throw new Error(`${version} has no rules`);
  const misses = [];
  for (const [index, [table, folders]] of CASES.entries()) {
    const home = join(work, `case-${index}`);
    const cwd = join(home, 'w');
    for (const folder of ['w', 'codex-home', ...folders]) {
      await mkdir(join(home, folder), { recursive: true });
    }
    const config = `default_permissions="dev"\n${table.replaceAll('$H', home)}\n`;
    await writeFile(join(home, 'codex-home', 'config.toml'), config);
    const selection = selectPermissions([{ values: parse(config), folder: home }], { cwd }, rules);
    const policy = resolvePolicy({ ...selection, cwd, facts: diskFacts({ home }) }, rules);
    const found = enforcementOf(policy, rules).kind;
    const { stderr, code } = await runCodex(
      codex,
      ['sandbox', '-c', 'features.use_legacy_landlock=true', '--', 'true'],
      { home: join(home, 'codex-home'), cwd },
    );
    let expected = code === 0 ? 'legacy' : stderr;
    if (stderr.includes(REFUSED)) expected = 'direct';
    if (found !== expected) misses.push({ name: `${table} ${folders.join(' ')}`, found, expected });
  }
  return { equal: CASES.length - misses.length, total: CASES.length, misses };
}
