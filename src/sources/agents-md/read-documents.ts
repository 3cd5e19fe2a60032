/** Reads a project's AGENTS.md documents within their byte budget (spec 2 §1.5). */

import { readFileSync } from 'node:fs';
import type { AgentsMdSkip } from '../../contract/agents-md.js';
import { isBlank } from '../../contract/white-space.js';
import { orProblem } from './ask-path.js';
import type { FoundFile } from './choose-document.js';

/** What was taken of one file. */
export interface ReadDocument {
  readonly path: string;
  readonly sizeBytes: number;
  readonly usedBytes: number;
  readonly cutAtBytes?: number;
  readonly outcome: { readonly text: string } | { readonly skipped: AgentsMdSkip };
}

/**
 * Reads files in order until the budget is spent. Each keeps its first bytes as far as the budget goes, even where that
 * splits a character; what is blank then costs nothing. A file that is gone by now is left out.
 *
 * @throws AgentsMdFailure when a file can't be read: nothing of any file counts then
 */
export function readDocuments(
  files: readonly FoundFile[],
  budgetBytes: number,
): readonly ReadDocument[] {
  const documents: ReadDocument[] = [];
  let leftBytes = budgetBytes;
  for (const file of files) {
    const document = readDocument(file, leftBytes);
    if (document === undefined) continue;
    documents.push(document);
    leftBytes -= document.usedBytes;
  }
  return documents;
}

function readDocument(
  { path, sizeBytes: foundBytes }: FoundFile,
  leftBytes: number,
): ReadDocument | undefined {
  if (leftBytes === 0) {
    return {
      path,
      sizeBytes: foundBytes,
      usedBytes: 0,
      outcome: { skipped: { why: 'budget_spent' } },
    };
  }
  const bytes = readWhole(path);
  if (bytes === undefined) return undefined;
  const sizeBytes = bytes.length;
  const kept = bytes.subarray(0, leftBytes);
  const text = decodeLossily(kept);
  const cut = kept.length < sizeBytes ? { cutAtBytes: kept.length } : {};
  return isBlank(text)
    ? { path, sizeBytes, usedBytes: 0, ...cut, outcome: { skipped: { why: 'blank' } } }
    : { path, sizeBytes, usedBytes: kept.length, ...cut, outcome: { text } };
}

/** A file's bytes; undefined when there is no such file. @throws AgentsMdFailure */
export function readWhole(path: string): Uint8Array | undefined {
  return orProblem({ path, doing: 'reading a document' }, () => readFileSync(path));
}

/** Text as Codex reads it: a replacement character for what is no UTF-8, and a byte order mark is a character. */
export function decodeLossily(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
