/** `promptmill agents-md`: tells what a session started in a directory would be told of AGENTS.md, and what was lost. */

import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { agentsMdSnapshot, fullAgentsMd, localEnvironmentId } from '../context/agents-md.js';
import { PromptmillError } from '../contract/errors.js';
import { rulesById, rulesProfiles, type RulesProfile } from '../contract/rules.js';
import { discoverAgentsMd } from '../sources/agents-md/discover.js';
import { readable } from '../sources/read-file.js';
import { agentsMdText } from './agents-md-text.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

export async function agentsMdCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const [directory] = positionals;
  if (directory === undefined || positionals.length > 1) {
    throw new PromptmillError('usage', 'agents-md takes one directory', {
      found: `${String(positionals.length)} directories`,
      expected: 'promptmill agents-md DIR',
    });
  }
  const rules = rulesOf(flags.rules);
  const discovery = discoverAgentsMd({
    environments: [{ id: localEnvironmentId, cwd: workingDirectory(directory) }],
    codexHome: flags['codex-home'] ?? codexHome(),
    ...(flags['root-markers'] && { rootMarkers: flags['root-markers'] }),
    ...(flags['fallback-names'] && { fallbackNames: flags['fallback-names'] }),
    ...(flags['max-bytes'] !== undefined && { maxBytes: flags['max-bytes'] }),
    isUntrusted: flags.untrusted === true,
    rules,
  });
  const fragment = fullAgentsMd(agentsMdSnapshot(discovery.loaded));
  if (flags.json === true) {
    const report = { rules: rules.id, fragment: fragment ?? null, ...discovery };
    process.stdout.write(`${JSON.stringify(report)}\n`);
  } else {
    if (fragment !== undefined) process.stdout.write(`${fragment}\n`);
    process.stderr.write(agentsMdText(discovery, fragment));
  }
  return exitCodes.ok.code;
}

/** A session is started by a person, so unless they say otherwise it follows the newest release. */
function rulesOf(id: string | undefined): RulesProfile {
  const newest = rulesProfiles.at(-1);
  const rules = id === undefined || id === 'auto' ? newest : rulesById(id);
  if (rules === undefined) throw new PromptmillError('unknown_rules', `no rules ${id ?? ''}`);
  return rules;
}

/** Where a process started there finds itself: links are followed. @throws PromptmillError */
function workingDirectory(directory: string): string {
  try {
    const real = readable(() => realpathSync.native(directory));
    if (readable(() => statSync(real)).isDirectory()) return real;
  } catch (error) {
    if (!(error instanceof PromptmillError)) throw error;
    throw new PromptmillError(error.code, `a session cannot start in ${directory}`, {
      ...error.details,
      expected: 'a directory',
      cause: error,
    });
  }
  throw new PromptmillError('usage', `a session cannot start in ${directory}`, {
    found: 'something else than a directory',
    expected: 'a directory',
  });
}

/** Where Codex looks for what is the user's own. */
function codexHome(): string {
  const named = process.env['CODEX_HOME'];
  return named === undefined || named === '' ? join(homedir(), '.codex') : named;
}
