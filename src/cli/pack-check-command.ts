/** `promptmill pack check`: says what is wrong with packs. */

import { checkPack, type PackProblem } from '../packs/check-pack.js';
import { findPack } from '../packs/find-pack.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

export function packCheckCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const reports = positionals.map((name) => {
    const pack = findPack(name);
    return { ...pack, problems: checkPack(pack) };
  });
  process.stdout.write(
    flags.json === true ? `${JSON.stringify(reports)}\n` : reports.map(textOf).join(''),
  );
  const isSound = reports.every(({ problems }) => problems.every(({ isError }) => !isError));
  return Promise.resolve(isSound ? exitCodes.ok.code : exitCodes.differences.code);
}

interface Report {
  readonly name: string;
  readonly problems: readonly PackProblem[];
}

function textOf({ name, problems }: Report): string {
  if (problems.length === 0) return `${name}: sound\n`;
  const rows = problems.map(
    ({ id, isError, problem }) => `  ${isError ? 'error' : 'note '}  ${id} ${problem}\n`,
  );
  return `${name}:\n${rows.join('')}`;
}
