/** The flags of the commands about policies, for the table of flags. */

import {
  type Bubblewrap,
  bubblewraps,
  type Platform,
  platforms,
} from '../policy/platform-limits.js';
import type { SandboxMode } from '../policy/sandbox-policy.js';
import { flag, list } from './flag-row.js';
import { parseChoice, parseText } from './parse-values.js';

export const policyFlags = {
  'rules-file': list({
    value: 'F',
    help: 'a .rules file; may be given several times, lowest first',
    parse: parseText,
  }),
  profile: flag({
    value: 'F|NAME',
    help: 'a permission profile: a JSON file as rollouts hold it, the name of one in the settings, or a built-in one',
    parse: parseText,
  }),
  sandbox: flag({
    value: 'read-only|workspace-write|danger-full-access',
    help: 'a sandbox mode',
    parse: (text) =>
      parseChoice<SandboxMode>(['read-only', 'workspace-write', 'danger-full-access'], text),
  }),
  cwd: flag({
    value: 'DIR',
    help: 'the working directory of the session',
    fallback: 'the one you are in',
    parse: parseText,
  }),
  platform: flag({
    value: platforms.join('|'),
    help: 'where the sandbox would run',
    fallback: 'linux',
    parse: (text) => parseChoice<Platform>(platforms, text),
  }),
  bubblewrap: flag({
    value: bubblewraps.join('|'),
    help: 'what there is of bubblewrap on Linux',
    fallback: 'present',
    parse: (text) => parseChoice<Bubblewrap>(bubblewraps, text),
  }),
  approval: flag({
    value: 'untrusted|on-request|never',
    help: 'when commands are put before someone for approval',
    fallback: 'from the settings, or on-request',
    parse: (text) => parseChoice(['untrusted', 'on-request', 'on-failure', 'never'], text),
  }),
  reviewer: flag({
    value: 'user|auto_review',
    help: 'who approves',
    fallback: 'from the settings, or user',
    parse: (text) => parseChoice(['user', 'auto_review', 'guardian_subagent'], text),
  }),
} as const;
