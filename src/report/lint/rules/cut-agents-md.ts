/** AGENTS.md documents that end where their byte budget did. */

import { defaultMaxBytes } from '../../../contract/agents-md.js';
import { flawAtItem } from '../flaw-at.js';
import type { LintPart } from '../lint-request.js';
import type { Flaw, ItemSight, LintRule } from '../rule.js';

export const cutAgentsMd: LintRule = {
  id: 'cut-agents-md',
  severity: 'warning',
  title: 'AGENTS.md was cut at its byte budget',
  remedy:
    'Shorten the documents or raise project_doc_max_bytes; promptmill agents-md tells what each file loses.',
  item: ({ item }) => item.parts.flatMap((part) => flawsOf(part, item)),
};

const afterUserDocument = '\n\n--- project-doc ---\n\n';
/** Between two documents stands an empty line, which is not counted. */
const separatorBytes = 2;
const mostSeparators = 8;
/** The mark of a split character takes three bytes where one to three were kept. */
const mostMarkBytes = 2;
/** What is shown of the end, in UTF-16 code units. */
const shownLength = 60;

function flawsOf({ section, text, position }: LintPart, item: ItemSight['item']): Flaw[] {
  const body = /<INSTRUCTIONS>\n([^]*)\n<\/INSTRUCTIONS>\s*$/.exec(text)?.[1];
  if (section !== 'agents_md' || body === undefined) return [];
  const start = body.indexOf(afterUserDocument);
  const documents = start < 0 ? body : body.slice(start + afterUserDocument.length);
  if (!isAtBudget(documents)) return [];
  const end = JSON.stringify(documents.slice(-shownLength));
  const message = `the project's documents end at the budget of ${defaultMaxBytes} bytes, with ${end}`;
  return [flawAtItem(item, { message }, `/content/${position}`)];
}

function isAtBudget(documents: string): boolean {
  const over = Buffer.byteLength(documents) - defaultMaxBytes;
  const separators = Math.min(mostSeparators, documents.split('\n\n').length - 1);
  const marks = documents.endsWith('\uFFFD') ? mostMarkBytes : 0;
  for (let count = 0; count <= separators; count += 1) {
    const rest = over - count * separatorBytes;
    if (rest >= 0 && rest <= marks) return true;
  }
  return false;
}
