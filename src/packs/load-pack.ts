/** Loads packs: folders with the texts that Codex itself puts before the model, one Markdown file each. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PromptmillError } from '../contract/errors.js';
import {
  assemblyTextIds,
  contextTextIds,
  type PackTextId,
  type PackTexts,
} from '../contract/texts.js';
import { findPack } from './find-pack.js';
import { hashOf, type PackManifest, readManifest } from './manifest.js';

export interface Pack {
  /** `builtin`, or the name of the pack's folder; for fidelity notes. */
  readonly name: string;
  readonly texts: PackTexts;
  readonly manifest?: PackManifest;
  /** Path of the model catalog that was captured with it. */
  readonly catalog?: string;
}

/** The model catalog of a captured pack. */
export const catalogFile = 'catalog.json';

/**
 * Loads a pack by its name in the user's data folder or by its path; the built-in one when none is given. A pack has a
 * file `<id>.md` for every text id of the assembly, and for those of the context that it knows; a text is the file's
 * content without one newline at its end. Where there is a manifest, its hashes must hold. Other files are ignored, and
 * no text is taken from another pack.
 *
 * @throws PromptmillError `bad_pack`, naming the first file that is missing, unreadable, not UTF-8 or not the captured
 * one.
 */
export function loadPack(nameOrPath: string | undefined): Pack {
  const { name, folder } = findPack(nameOrPath);
  const manifest = readManifest(folder);
  const catalog = join(folder, catalogFile);
  return {
    name,
    texts: readTexts(folder, manifest),
    ...(manifest === undefined ? {} : { manifest }),
    ...(existsSync(catalog) ? { catalog } : {}),
  };
}

/** A text of a pack; undefined when the pack lacks it. */
export function textOf(pack: Pack, id: PackTextId): string | undefined {
  return pack.texts[id];
}

function readTexts(folder: string, manifest: PackManifest | undefined): PackTexts {
  const texts: Partial<Record<PackTextId, string>> = {};
  for (const id of assemblyTextIds) texts[id] = readText(folder, id, manifest);
  for (const id of contextTextIds) {
    const isThere = existsSync(join(folder, `${id}.md`)) || manifest?.texts[id] !== undefined;
    if (isThere) texts[id] = readText(folder, id, manifest);
  }
  if (!isComplete(texts)) {
    throw new PromptmillError('internal', 'a pack was loaded with a text missing');
  }
  return texts;
}

function readText(folder: string, id: PackTextId, manifest: PackManifest | undefined): string {
  const file = join(folder, `${id}.md`);
  const bytes = readBytes(file, manifest?.missing[id]);
  const known = manifest?.texts[id]?.sha256;
  if (known !== undefined && known !== hashOf(bytes)) {
    throw new PromptmillError('bad_pack', `the pack's text ${file} was changed`, {
      file,
      found: `SHA-256 ${hashOf(bytes)}`,
      expected: `SHA-256 ${known}, as its manifest says`,
      remedy: 'capture the pack anew, or make a pack of your own without a manifest',
    });
  }
  return decodeText(file, bytes);
}

function readBytes(file: string, missing: string | undefined): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw unusable(file, missing ?? messageOf(error), error);
  }
}

function decodeText(file: string, bytes: Uint8Array): string {
  try {
    // A mark of the byte order is content, as every other byte is.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.endsWith('\n') ? text.slice(0, -1) : text;
  } catch (error) {
    throw unusable(file, messageOf(error), error);
  }
}

function unusable(file: string, found: string, cause: unknown): PromptmillError {
  return new PromptmillError('bad_pack', `the pack's text ${file} cannot be used: ${found}`, {
    file,
    found,
    expected: 'a Markdown file in UTF-8',
    remedy: `a pack needs ${assemblyTextIds.join('.md, ')}.md`,
    cause,
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isComplete(texts: Partial<Record<PackTextId, string>>): texts is PackTexts {
  return assemblyTextIds.every((id) => texts[id] !== undefined);
}
