/** Writes a pack: a Markdown file for each text, the catalog, and the manifest last. */

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PackTextId } from '../contract/texts.js';
import { catalogFile } from './load-pack.js';
import { describeFile, manifestFile, type PackManifest } from './manifest.js';

export interface PackContent extends Omit<PackManifest, 'texts'> {
  readonly texts: Readonly<Partial<Record<PackTextId, string>>>;
  /** The catalog, as JSON. */
  readonly catalog?: string;
}

/** Puts the pack in place of what was in the folder; an interruption leaves the old one. */
export function writePack(folder: string, { texts, catalog, ...facts }: PackContent): void {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const files = Object.entries(texts).map(([id, text]) => {
    const bytes = Buffer.from(`${text}\n`);
    writeFileSync(join(fresh, `${id}.md`), bytes);
    return [id, describeFile(bytes)] as const;
  });
  if (catalog !== undefined) writeFileSync(join(fresh, catalogFile), catalog);
  const manifest: PackManifest = { ...facts, texts: Object.fromEntries(files) };
  writeFileSync(join(fresh, manifestFile), `${JSON.stringify(manifest, undefined, 2)}\n`);
  mkdirSync(dirname(folder), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}
