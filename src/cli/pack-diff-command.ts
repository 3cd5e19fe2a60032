/** `promptmill pack diff`: what changed for the model between two packs. */

import { PromptmillError } from '../contract/errors.js';
import { diffPacks, type PackDiff, type TextChange } from '../packs/diff-packs.js';
import { findPack } from '../packs/find-pack.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

export function packDiffCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const [from, to] = positionals;
  if (from === undefined || to === undefined || positionals.length > 2) {
    throw new PromptmillError('usage', 'pack diff takes two packs', {
      found: String(positionals.length),
      expected: 'promptmill pack diff PACK PACK',
    });
  }
  const diff = diffPacks(findPack(from), findPack(to));
  process.stdout.write(flags.json === true ? `${JSON.stringify(diff)}\n` : textOf(diff));
  return Promise.resolve(exitCodes.ok.code);
}

function textOf({ from, to, texts, models }: PackDiff): string {
  const summary = `${from} -> ${to}: ${texts.length} texts and ${models.length} models differ\n`;
  const modelRows = models.map(({ slug, kind, members }) => {
    const detail = members.length === 0 ? '' : `: ${members.join(', ')}`;
    return `model ${kind}  ${slug}${detail}\n`;
  });
  return [summary, ...modelRows, ...texts.map(changeText)].join('');
}

function changeText({ id, kind, bytesBefore, bytesAfter, patch }: TextChange): string {
  return `\ntext ${kind}  ${id}  ${bytesBefore} -> ${bytesAfter} bytes\n${patch}`;
}
