/** The user's own AGENTS.md (spec 2 §1.2): the first that is not blank, trimmed, of any size. */

import type {
  AgentsMdFileReport,
  AgentsMdSkip,
  AgentsMdUserDocument,
} from '../../contract/agents-md.js';
import { trimEnd, trimStart } from '../../contract/white-space.js';
import { AgentsMdFailure, askPath, pathIn } from './ask-path.js';
import { documentNames, whyNoFile } from './choose-document.js';
import { decodeLossily, readWhole } from './read-documents.js';

export interface UserDocument {
  readonly document?: AgentsMdUserDocument;
  readonly files: readonly AgentsMdFileReport[];
}

/** Reads the user's document from the folder CODEX_HOME; a file that can't be read only loses itself. */
export function readUserDocument(codexHome: string): UserDocument {
  let document: AgentsMdUserDocument | undefined;
  const files: AgentsMdFileReport[] = [];
  for (const name of documentNames) {
    const path = pathIn(codexHome, name);
    const looked = lookAt(path, document?.sourcePath);
    if (looked === undefined) continue;
    files.push(looked.report);
    if (looked.text !== undefined) document = { text: looked.text, sourcePath: path };
  }
  return document === undefined ? { files } : { document, files };
}

interface LookedAt {
  readonly report: AgentsMdFileReport;
  readonly text?: string;
}

/** Undefined when there is no such name. */
function lookAt(path: string, hiddenBy: string | undefined): LookedAt | undefined {
  try {
    const stats = askPath(path, 'looking for a document');
    if (stats?.isFile() !== true) {
      const skipped = whyNoFile(path, stats);
      return skipped && { report: skippedFile(path, { skipped }) };
    }
    if (hiddenBy !== undefined) {
      const skipped = { why: 'hidden', by: hiddenBy } as const;
      return { report: skippedFile(path, { skipped, sizeBytes: stats.size }) };
    }
    const bytes = readWhole(path);
    return bytes && readText(path, bytes);
  } catch (error) {
    if (!(error instanceof AgentsMdFailure)) throw error;
    const skipped = { why: 'unreadable', problem: error.problem } as const;
    return { report: skippedFile(path, { skipped }) };
  }
}

function readText(path: string, bytes: Uint8Array): LookedAt {
  const whole = decodeLossily(bytes);
  const withoutLead = trimStart(whole);
  const text = trimEnd(withoutLead);
  const sizeBytes = bytes.length;
  if (text === '') return { report: skippedFile(path, { skipped: { why: 'blank' }, sizeBytes }) };
  // White space is well-formed, so its bytes in the file are those of its text.
  const lostBytes =
    Buffer.byteLength(whole) -
    Buffer.byteLength(withoutLead) +
    Buffer.byteLength(withoutLead.slice(text.length));
  const usedBytes = sizeBytes - lostBytes;
  return { text, report: { path, level: 'user', sizeBytes, usedBytes, lostBytes } };
}

function skippedFile(
  path: string,
  { skipped, sizeBytes }: { readonly skipped: AgentsMdSkip; readonly sizeBytes?: number },
): AgentsMdFileReport {
  const size = sizeBytes === undefined ? {} : { sizeBytes };
  return { path, level: 'user', ...size, usedBytes: 0, lostBytes: sizeBytes ?? 0, skipped };
}
