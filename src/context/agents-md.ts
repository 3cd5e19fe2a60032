/** The AGENTS.md section: the text of the documents, the fragment it is told in, and what is told when it changes (spec 2 §1.7–1.9). */

import type { AgentsMdEntry, AgentsMdUserDocument, LoadedAgentsMd } from '../contract/agents-md.js';
import type { AgentsMdSnapshot } from '../contract/context.js';
import { isRecord } from '../contract/json-record.js';
import { type PackTexts, wordsOf } from '../contract/texts.js';
import { isBlank, trimEnd, trimStart } from '../contract/white-space.js';

/** What the model was told before: nothing; something, the record of which is lost; or this. */
export type AgentsMdBaseline =
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' }
  | { readonly state: 'known'; readonly snapshot: AgentsMdSnapshot };

/** A document that is handed in instead of being looked for. */
export interface GivenDocument {
  readonly text: string;
  readonly path?: string;
  /** Default: `local`. */
  readonly environmentId?: string;
  /** The working directory that the model is told the document is for. */
  readonly cwd: string;
}

/** The id of the environment that a session has when nothing else is said. */
export const localEnvironmentId = 'local';

const afterUserDocument = '\n\n--- project-doc ---\n\n';
const betweenDocuments = '\n\n';
const heading = '# AGENTS.md instructions';

/**
 * Documents as if they had been found, in their order. As of files, the user's text is trimmed, and what is blank does
 * not count; there is no budget.
 */
export function loadedFromDocuments(
  documents: readonly GivenDocument[],
  user?: { readonly text: string; readonly path?: string },
): LoadedAgentsMd {
  const userDocument = user && givenUser(user);
  return {
    ...(userDocument && { user: userDocument }),
    entries: documents.filter(({ text }) => !isBlank(text)).map(givenEntry),
  };
}

/** The section as the world state keeps it: the directory is told only where one environment alone has documents. */
export function agentsMdSnapshot({ user, entries }: LoadedAgentsMd): AgentsMdSnapshot {
  const [first] = entries;
  if (first === undefined) return user === undefined ? {} : { text: user.text };
  const isLabelled = entries.some(({ environmentId }) => environmentId !== first.environmentId);
  return isLabelled
    ? { text: labelledText(user, entries) }
    : { directory: first.cwd, text: plainText(user, entries) };
}

/** A snapshot read from a world state; undefined when it is none. */
export function readAgentsMdSnapshot(value: unknown): AgentsMdSnapshot | undefined {
  if (!isRecord(value)) return undefined;
  const { directory, text } = value;
  if (!isOptionalString(directory) || !isOptionalString(text)) return undefined;
  return {
    ...(typeof directory === 'string' && { directory }),
    ...(typeof text === 'string' && { text }),
  };
}

/** The fragment that tells the section whole; undefined when there is nothing to tell. */
export function fullAgentsMd({ directory, text }: AgentsMdSnapshot): string | undefined {
  return text === undefined ? undefined : fragment(directory, text);
}

/**
 * The fragment that tells what changed (spec 1 §6.1); undefined when nothing has to be said.
 * @throws PromptmillError `missing_text` when the pack has no words for it
 */
export function changedAgentsMd(
  previous: AgentsMdBaseline,
  current: AgentsMdSnapshot,
  texts: PackTexts,
): string | undefined {
  if (previous.state === 'absent') return fullAgentsMd(current);
  if (previous.state === 'known') {
    const { directory, text } = previous.snapshot;
    if (text === undefined) return fullAgentsMd(current);
    if (text === current.text && directory === current.directory) return undefined;
  }
  if (current.text === undefined) return fragment(undefined, wordsOf(texts, 'agents-md.removed'));
  const words = wordsOf(texts, 'agents-md.replaced');
  return fragment(current.directory, `${words}${betweenDocuments}${current.text}`);
}

function givenUser(user: {
  readonly text: string;
  readonly path?: string;
}): AgentsMdUserDocument | undefined {
  const text = trimEnd(trimStart(user.text));
  if (text === '') return undefined;
  return user.path === undefined ? { text } : { text, sourcePath: user.path };
}

function givenEntry(document: GivenDocument): AgentsMdEntry {
  const { text, path, cwd, environmentId = localEnvironmentId } = document;
  const origin = { environmentId, cwd };
  return path === undefined ? { text, ...origin } : { text, sourcePath: path, ...origin };
}

/** Documents of one environment: their texts, the user's set apart. */
function plainText(
  user: AgentsMdUserDocument | undefined,
  entries: readonly AgentsMdEntry[],
): string {
  const project = entries.map(({ text }) => text).join(betweenDocuments);
  return user === undefined ? project : `${user.text}${afterUserDocument}${project}`;
}

/** Documents of several environments: before each run of one environment's stands what it is. */
function labelledText(
  user: AgentsMdUserDocument | undefined,
  entries: readonly AgentsMdEntry[],
): string {
  const pieces = entries.map((entry, index) => {
    const before = entries[index - 1];
    const isSame = before?.environmentId === entry.environmentId && before.cwd === entry.cwd;
    return isSame ? entry.text : `${label(entry)}${betweenDocuments}${entry.text}`;
  });
  return [...(user === undefined ? [] : [user.text]), ...pieces].join(betweenDocuments);
}

function label({ environmentId, cwd }: AgentsMdEntry): string {
  return `for \`${environmentId}\` with root ${cwd}`;
}

function fragment(directory: string | undefined, text: string): string {
  const place = directory === undefined ? '' : ` for ${directory}`;
  return `${heading}${place}\n\n<INSTRUCTIONS>\n${text}\n</INSTRUCTIONS>`;
}

function isOptionalString(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}
