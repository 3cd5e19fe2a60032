/** What a new session would be told of the machine it runs on: shell, time zone, date (spec 2 §2.1). */

import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import type { RulesProfile } from '../contract/rules.js';
import { trimEnd } from '../contract/white-space.js';
import { systemCode } from './read-file.js';

export interface HostEnvironment {
  /** Short name, e.g. `zsh`. */
  readonly shell: string;
  /** `YYYY-MM-DD` */
  readonly currentDate: string;
  /** IANA name. */
  readonly timezone: string;
}

/** The machine as far as it is asked. */
export interface Host {
  /** The login shell of the user database, not `$SHELL`; undefined when the user has none. */
  readonly loginShell: () => string | undefined;
  readonly isFile: (path: string) => boolean;
  /** The folders that commands are looked for in. */
  readonly commandFolders: readonly string[];
  /** What a symbolic link holds, or undefined when there is no link. */
  readonly readLink: (path: string) => string | undefined;
  /** The text of a file, or undefined when it can't be read. */
  readonly readText: (path: string) => string | undefined;
  /** The time in the zone of this process, which follows `TZ`. */
  readonly now: () => Date;
}

/** Asks the machine. Nothing else in a render does: it is for a new session that was not told. */
export function readHostEnvironment(
  rules: Pick<RulesProfile, 'utcDateWithoutZone'>,
  host: Host = thisHost(),
): HostEnvironment {
  const timezone = timezoneOf(host);
  const isUtc = timezone === undefined && rules.utcDateWithoutZone;
  const now = host.now();
  return {
    shell: shellOf(host),
    currentDate: isUtc ? utcDate(now) : localDate(now),
    timezone: timezone ?? 'Etc/UTC',
  };
}

/** Shells that are told by their name, and what else their programs are called. */
const programsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['bash', ['bash']],
  ['zsh', ['zsh']],
  ['sh', ['sh']],
  ['powershell', ['pwsh', 'powershell']],
  ['cmd', ['cmd']],
]);

/** Where commands run when the login shell is none of those, or is not there. */
const fallbackShell = 'bash';

function shellOf(host: Host): string {
  const path = host.loginShell() ?? '';
  // `zsh.5.8` is a zsh.
  const program = basename(path).split('.', 1)[0] ?? '';
  const known = [...programsOf].find(([, programs]) => programs.includes(program));
  if (known === undefined) return fallbackShell;
  const [shell, programs] = known;
  // Another one of its kind will do; every machine has an `sh`.
  const isThere = host.isFile(path) || shell === 'sh' || isCommand(programs, host);
  return isThere ? shell : fallbackShell;
}

function isCommand(programs: readonly string[], host: Host): boolean {
  return host.commandFolders.some((folder) =>
    programs.some((program) => host.isFile(join(folder, program))),
  );
}

const zoneFolders = [
  '/usr/share/zoneinfo/',
  '../usr/share/zoneinfo/',
  '/etc/zoneinfo/',
  '../etc/zoneinfo/',
];

/** `TZ` is not asked: the zone is the machine's, though the date follows it. Names are not held against any list. */
function timezoneOf(host: Host): string | undefined {
  const link = host.readLink('/etc/localtime');
  const folder = zoneFolders.find((start) => link?.startsWith(start));
  if (link !== undefined && folder !== undefined) return link.slice(folder.length);
  const name = host.readText('/etc/timezone');
  return name === undefined ? undefined : trimEnd(name);
}

function localDate(now: Date): string {
  return [
    String(now.getFullYear()).padStart(4, '0'),
    twoDigits(now.getMonth() + 1),
    twoDigits(now.getDate()),
  ].join('-');
}

function utcDate(now: Date): string {
  return now.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function thisHost(): Host {
  return {
    loginShell: () => orUndefined(() => userInfo().shell ?? undefined),
    isFile: (path) => orUndefined(() => statSync(path).isFile()) ?? false,
    commandFolders: (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
    readLink: (path) => orUndefined(() => readlinkSync(path)),
    readText: (path) => orUndefined(() => readFileSync(path, 'utf8')),
    now: () => new Date(),
  };
}

/** What the system refuses is not there. */
function orUndefined<Result>(operation: () => Result): Result | undefined {
  try {
    return operation();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}
