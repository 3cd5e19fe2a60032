/** Loads packs: folders with the texts that the assembler itself puts before the model, one Markdown file each. */

import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PromptmillError } from '../contract/errors.js';
import {
  assemblyTextIds,
  contextTextIds,
  type PackTextId,
  type PackTexts,
} from '../contract/texts.js';

export interface Pack {
  /** `builtin`, or the name of the pack's folder; for fidelity notes. */
  readonly name: string;
  readonly texts: PackTexts;
}

const builtinName = 'builtin';

/**
 * Loads the pack in `folder`, or the built-in one. A pack has a file `<id>.md` for every text id of the assembly, and
 * for those of the context that it knows; a text is the file's content without one newline at its end. Other files are
 * ignored, and no text is taken from another pack.
 *
 * @throws PromptmillError `bad_pack`, naming the first file that is missing, unreadable or not UTF-8.
 */
export function loadPack(folder: string | undefined): Pack {
  const from = folder ?? fileURLToPath(new URL(`./${builtinName}`, import.meta.url));
  const name = folder === undefined ? builtinName : basename(resolve(folder));
  return { name, texts: readTexts(from) };
}

function readTexts(folder: string): PackTexts {
  const texts: Partial<Record<PackTextId, string>> = {};
  for (const id of assemblyTextIds) texts[id] = readText(join(folder, `${id}.md`));
  for (const id of contextTextIds) {
    const file = join(folder, `${id}.md`);
    if (existsSync(file)) texts[id] = readText(file);
  }
  if (!isComplete(texts)) {
    throw new PromptmillError('internal', 'a pack was loaded with a text missing');
  }
  return texts;
}

function readText(file: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
    return text.endsWith('\n') ? text.slice(0, -1) : text;
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new PromptmillError('bad_pack', `the pack's text ${file} cannot be used: ${found}`, {
      file,
      found,
      expected: 'a Markdown file in UTF-8',
      remedy: `a pack needs ${assemblyTextIds.join('.md, ')}.md`,
      cause: error,
    });
  }
}

function isComplete(texts: Partial<Record<PackTextId, string>>): texts is PackTexts {
  return assemblyTextIds.every((id) => texts[id] !== undefined);
}
