/** Says what is wrong with a pack, all of it: texts that are missing, changed, broken or have other places to fill. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { assemblyTextIds, packTextIds } from '../contract/texts.js';
import type { PackPlace } from './find-pack.js';
import { describeFile, type PackManifest, readManifest } from './manifest.js';
import { placeholdersOf } from './placeholders.js';

export interface PackProblem {
  readonly id: string;
  /** Whether the pack can't be used for it. */
  readonly isError: boolean;
  readonly problem: string;
}

/**
 * The problems of a pack in the order of the text ids.
 * @throws PromptmillError `bad_pack` when its manifest can't be read
 */
export function checkPack({ folder }: PackPlace): readonly PackProblem[] {
  const manifest = readManifest(folder);
  const known = packTextIds.flatMap((id) => checkText(folder, id, manifest));
  return [...known, ...strangers(folder)];
}

function checkText(
  folder: string,
  id: string,
  manifest: PackManifest | undefined,
): readonly PackProblem[] {
  const file = join(folder, `${id}.md`);
  if (!existsSync(file)) return [missingText(id, manifest)];
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) return [{ id, isError: true, problem: 'is not UTF-8' }];
  const { sha256, placeholders } = describeFile(bytes);
  const problems: PackProblem[] = [];
  const recorded = manifest?.texts[id];
  if (recorded !== undefined && recorded.sha256 !== sha256) {
    problems.push({ id, isError: true, problem: 'is not the text of the manifest' });
  }
  const { needed, allowed } = placeholdersOf(id);
  for (const name of needed.filter((candidate) => !placeholders.includes(candidate))) {
    problems.push({ id, isError: false, problem: `has no place {{ ${name} }}` });
  }
  const unknown = placeholders.filter((name) => ![...needed, ...allowed].includes(name));
  for (const name of unknown) {
    problems.push({ id, isError: false, problem: `has a place {{ ${name} }} that nothing fills` });
  }
  return problems;
}

function missingText(id: string, manifest: PackManifest | undefined): PackProblem {
  const why = manifest?.missing[id];
  const isError = assemblyTextIds.some((needed) => needed === id);
  return { id, isError, problem: why === undefined ? 'is missing' : `is missing: ${why}` };
}

/** Markdown files that are no text. */
function strangers(folder: string): readonly PackProblem[] {
  const ids = new Set<string>(packTextIds);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.slice(0, -'.md'.length))
    .filter((id) => !ids.has(id))
    .toSorted()
    .map((id) => ({ id, isError: false, problem: 'is no text that promptmill knows' }));
}
