/** `promptmill pack capture`: makes a pack of the texts that an installed Codex tells its models. */

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PromptmillError } from '../contract/errors.js';
import { assemblyTextIds } from '../contract/texts.js';
import { type Capture, capturePack, type FamilyReport } from '../packs/capture/capture-pack.js';
import { isPackName, packsFolder } from '../packs/find-pack.js';
import { writePack } from '../packs/write-pack.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

export async function packCaptureCommand({ flags }: Invocation): Promise<ExitCode> {
  const isQuiet = flags.quiet === true || flags.json === true;
  const captured = new Date().toISOString().slice(0, 10);
  if (flags.out !== undefined) refuseReplacing(folderFor(flags.out), flags.force);
  const capture = await capturePack({
    // The command line is not taken without it.
    binary: findBinary(flags.codex ?? ''),
    onFamily: (report) => {
      if (!isQuiet) process.stderr.write(familyText(report));
    },
  });
  const folder = folderFor(flags.out ?? capture.release);
  refuseReplacing(folder, flags.force);
  const { release, models, catalog } = capture;
  writePack(folder, {
    name: release,
    release,
    source: 'captured',
    captured,
    models,
    catalog,
    texts: Object.fromEntries(capture.texts.map(({ id, text }) => [id, text])),
    missing: Object.fromEntries(capture.missing.map(({ id, reason }) => [id, reason])),
  });
  const report = reportOf(capture, folder);
  if (flags.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
  else if (!isQuiet) process.stderr.write(summaryText(report));
  return report.isUsable ? exitCodes.ok.code : exitCodes.differences.code;
}

/** A path, or a program that the shell would find. */
function findBinary(named: string): string {
  const isPath = named.includes('/') || named.includes('\\');
  const folders = isPath ? [''] : (process.env['PATH'] ?? '').split(isWindows() ? ';' : ':');
  const found = folders
    .map((folder) => (isPath ? resolve(named) : join(folder, named)))
    .find((path) => existsSync(path) && statSync(path).isFile());
  if (found !== undefined) return found;
  throw new PromptmillError('input_not_found', `there is no program ${named}`, {
    file: named,
    found: 'no such file',
    expected: 'the path of an installed Codex',
    remedy: '`which codex` tells where it is',
  });
}

function isWindows(): boolean {
  return process.platform === 'win32';
}

/** A name is a pack of the user's data folder, anything with a slash a path. */
function folderFor(out: string): string {
  return isPackName(out) ? join(packsFolder(), out) : resolve(out);
}

function refuseReplacing(folder: string, force: true | undefined): void {
  if (force === true || !existsSync(folder)) return;
  throw new PromptmillError('output_exists', `${folder} exists already`, {
    file: folder,
    found: 'a folder',
    expected: 'nothing there',
    remedy: '--force replaces it, --out gives another name or folder',
  });
}

interface CaptureReport {
  readonly release: string;
  readonly folder: string;
  readonly texts: number;
  /** Texts put back into their fragments, and how many of these were what was recorded. */
  readonly checks: { readonly equal: number; readonly total: number };
  readonly models: number;
  readonly missing: Capture['missing'];
  /** Whether sessions can be rendered with it. */
  readonly isUsable: boolean;
}

function reportOf({ release, texts, models, missing }: Capture, folder: string): CaptureReport {
  const checks = texts.flatMap((text) => text.checks);
  const equal = checks.filter(({ rendered, recorded }) => rendered === recorded).length;
  const ids = new Set<string>(texts.map(({ id }) => id));
  return {
    release,
    folder,
    texts: texts.length,
    checks: { equal, total: checks.length },
    models: models.length,
    missing,
    isUsable: assemblyTextIds.every((id) => ids.has(id)),
  };
}

function familyText({ family, texts, missing }: FamilyReport): string {
  const rows = missing.map(({ id, reason }) => `    not ${id}: ${reason}\n`);
  return `  ${family}: ${texts.length} texts\n${rows.join('')}`;
}

function summaryText({ release, folder, texts, checks, models, missing }: CaptureReport): string {
  return (
    `Codex ${release}: ${texts} texts, ${missing.length} missing, ${models} models; ` +
    `${checks.equal} of ${checks.total} put back as recorded\n${folder}\n`
  );
}
