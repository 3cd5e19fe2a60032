/** `promptmill policy explain`: what a policy comes down to, how it is enforced, and what the model is told of it. */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { filesystemElement } from '../context/filesystem-element.js';
import { permissionsFragment, toldMode } from '../context/permissions-text.js';
import { PromptmillError } from '../contract/errors.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { rulesById, type RulesProfile, rulesProfiles } from '../contract/rules.js';
import { loadPack } from '../packs/load-pack.js';
import { explainPolicy } from '../policy/explain-policy.js';
import { profileOfSandbox } from '../policy/from-legacy.js';
import type { PermissionProfile } from '../policy/profile.js';
import { readProfile } from '../policy/read-profile.js';
import { resolvePolicy, type ResolvedPolicy } from '../policy/resolve-policy.js';
import { readRules } from '../policy/rules/read-rules.js';
import { allowedPrefixes } from '../policy/rules/rule-set.js';
import { readSandboxPolicy } from '../policy/sandbox-policy.js';
import { type PermissionSelection, selectPermissions } from '../policy/select-permissions.js';
import { readRulesText } from '../sources/load-rules.js';
import { diskFacts } from '../sources/path-facts.js';
import { readJsonFile } from '../sources/read-json-file.js';
import { readToml } from '../sources/read-toml.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { type ExplainedPolicy, policyText } from './policy-text.js';

export async function policyExplainCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const [extra] = positionals;
  if (extra !== undefined) {
    throw new PromptmillError('usage', 'policy explain takes no argument', { found: extra });
  }
  const report = explain(flags);
  process.stdout.write(flags.json === true ? `${JSON.stringify(report)}\n` : policyText(report));
  return exitCodes.ok.code;
}

type Flags = Invocation['flags'];

function explain(flags: Flags): ExplainedPolicy {
  const rules = chosenRules(flags);
  const cwd = resolve(flags.cwd ?? '.');
  const selection = select(flags, cwd, rules);
  const tmpDir = process.env['TMPDIR'];
  const policy = resolvePolicy(
    {
      ...selection,
      cwd,
      facts: diskFacts({ home: homedir(), ...(tmpDir === undefined ? {} : { tmpDir }) }),
    },
    rules,
  );
  const machine = {
    platform: flags.platform ?? 'linux',
    bubblewrap: flags.bubblewrap ?? 'present',
  };
  return {
    ...explainPolicy(policy, machine, rules),
    cwd,
    workspaceRoots: selection.workspaceRoots,
    approval: selection.approval,
    reviewer: selection.reviewer,
    warnings: selection.warnings,
    toldAs: toldMode(policy),
    told: { ...toldText(flags, selection, policy), filesystem: filesystemElement(policy) },
  };
}

/** The newest release where none was asked for. */
function chosenRules({ rules = 'auto' }: Flags): RulesProfile {
  const found = rules === 'auto' ? rulesProfiles.at(-1) : rulesById(rules);
  if (found === undefined) throw new PromptmillError('unknown_rules', `no rules ${rules}`);
  return found;
}

/** The settings, with what the flags say over them. */
function select(flags: Flags, cwd: string, rules: RulesProfile): PermissionSelection {
  const file = flags.config === undefined ? undefined : resolve(flags.config);
  const given =
    flags.profile !== undefined && existsSync(flags.profile) ? flags.profile : undefined;
  const name = given === undefined ? flags.profile : undefined;
  const flagValues: JsonRecord = {
    ...(name === undefined ? {} : { default_permissions: name }),
    ...(flags.sandbox === undefined ? {} : { sandbox_mode: flags.sandbox }),
    ...(flags.approval === undefined ? {} : { approval_policy: flags.approval }),
    ...(flags.reviewer === undefined ? {} : { approvals_reviewer: flags.reviewer }),
    // A profile from a file replaces whatever the settings would choose.
    ...(given === undefined ? {} : { default_permissions: ':read-only' }),
  };
  const layers = [
    ...(file === undefined ? [] : [{ values: readToml(file), folder: dirname(file) }]),
    { values: flagValues, folder: cwd },
  ];
  const selection = selectPermissions(layers, { cwd, home: homedir() }, rules);
  return given === undefined ? selection : { ...selection, profile: profileFromFile(given, rules) };
}

/** A profile, or a policy of the older form. */
function profileFromFile(path: string, rules: RulesProfile): PermissionProfile {
  const { value } = readJsonFile(path, 'bad_policy');
  const type = isRecord(value) ? value['type'] : undefined;
  try {
    const isProfile = type === 'managed' || type === 'disabled' || type === 'external';
    return isProfile ? readProfile(value) : profileOfSandbox(readSandboxPolicy(value), rules);
  } catch (error) {
    throw error instanceof PromptmillError ? error.inFile(path) : error;
  }
}

/** The message, or the text that the pack lacks for it. */
function toldText(
  flags: Flags,
  { approval, reviewer }: PermissionSelection,
  policy: ResolvedPolicy,
): { readonly permissions?: string; readonly missing?: string } {
  const files = flags['rules-file'] ?? [];
  const rules = readRules(files.map((path) => ({ path, text: readRulesText(path) })));
  const features = { execPermissionApprovals: false, requestPermissionsTool: false };
  const approvedPrefixes = allowedPrefixes(rules);
  try {
    const input = { policy, approval, reviewer, features, approvedPrefixes };
    return { permissions: permissionsFragment(input, loadPack(flags.pack).texts).text };
  } catch (error) {
    if (error instanceof PromptmillError && error.code === 'missing_text') {
      return { missing: error.message };
    }
    throw error;
  }
}
