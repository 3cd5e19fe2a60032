/** `promptmill pack list`: the packs that have a name. */

import { packTextIds } from '../contract/texts.js';
import { namedPacks } from '../packs/find-pack.js';
import { readManifest } from '../packs/manifest.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

export function packListCommand({ flags }: Invocation): Promise<ExitCode> {
  const packs = namedPacks().map(({ name, folder }) => {
    const manifest = readManifest(folder);
    return {
      name,
      folder,
      source: manifest?.source ?? (name === 'builtin' ? 'builtin' : 'own'),
      release: manifest?.release,
      captured: manifest?.captured,
      missing: Object.keys(manifest?.missing ?? {}).length,
      models: manifest?.models.length ?? 0,
    };
  });
  process.stdout.write(
    flags.json === true ? `${JSON.stringify(packs)}\n` : packs.map(lineOf).join(''),
  );
  return Promise.resolve(exitCodes.ok.code);
}

interface Listed {
  readonly name: string;
  readonly folder: string;
  readonly source: string;
  readonly captured: string | undefined;
  readonly missing: number;
  readonly models: number;
}

function lineOf({ name, folder, source, captured, missing, models }: Listed): string {
  const origin = captured === undefined ? source : `${source} ${captured}`;
  const texts = `${packTextIds.length - missing} of ${packTextIds.length} texts`;
  return `${name}  ${origin}, ${texts}, ${models} models\n    ${folder}\n`;
}
