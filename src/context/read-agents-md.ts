/** Reads an AGENTS.md fragment back: its directory and its text (spec 2 §1.8). */

import type { AgentsMdSnapshot } from '../contract/context.js';

const fragment =
  /^# AGENTS\.md instructions(?: for ([^]*?))?\n\n<INSTRUCTIONS>\n([^]*)\n<\/INSTRUCTIONS>$/;

/**
 * @returns undefined for other text. A notice that the documents were replaced is part of the text, since its words are
 * those of a release.
 */
export function readAgentsMdFragment(text: string): AgentsMdSnapshot | undefined {
  const match = fragment.exec(text);
  if (match === null) return undefined;
  const [, directory, body = ''] = match;
  return directory === undefined ? { text: body } : { directory, text: body };
}
