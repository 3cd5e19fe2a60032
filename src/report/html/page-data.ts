/** What the page of a session is made from: the data it carries, as JSON. Shared by what writes the page and its script. */

export interface PageData {
  readonly session: PageSession;
  /** Name of the token counter. */
  readonly counter: string;
  /** Program and version that wrote the page. */
  readonly madeBy: string;
  /** What stands between the parts, as a section. */
  readonly protocol: PageSection;
  readonly sections: readonly PageSection[];
  readonly sources: readonly PageSource[];
  readonly rules: readonly PageRule[];
  readonly fidelities: readonly Readonly<Record<string, string>>[];
  /** Words that columns of `parts` point at: kinds, types, roles, titles, labels. */
  readonly names: readonly string[];
  /** Each distinct text once. */
  readonly texts: readonly PageText[];
  /** Each distinct part once, however many requests hold it. */
  readonly parts: PartColumns;
  readonly requests: readonly PageRequest[];
}

export interface PageSession {
  readonly file: string;
  readonly threadId: string;
  readonly version: string;
  readonly rules: string;
  readonly cwd: string;
  readonly startedAtMs?: number;
  readonly recordedRequests: number;
  readonly lines: number;
  readonly inputBytes: number;
}

export interface PageSection {
  readonly id: string;
  readonly label: string;
  readonly family: Family;
}

/** What sections are coloured by. */
export type Family =
  | 'instructions'
  | 'tools'
  | 'context'
  | 'user'
  | 'assistant'
  | 'reasoning'
  | 'call'
  | 'output'
  | 'compaction'
  | 'structure';

export interface PageSource {
  /** The kind of an origin. */
  readonly kind: string;
  /** Of recorded and derived parts: the file. Of others: the pack, the model, the setting, the note. */
  readonly detail: string;
}

export interface PageRule {
  readonly id: string;
  readonly words: string;
}

/** A text, or what is left of one that is too long for a page. */
export type PageText = string | ElidedText;

export interface ElidedText {
  readonly head: string;
  readonly tail: string;
  /** Bytes between them that are not in the page. */
  readonly hiddenBytes: number;
}

/** One entry a part in each column. -1 stands for nothing. */
export interface PartColumns {
  /** Into `sections`. */
  readonly section: readonly number[];
  /** Into `sources`. */
  readonly source: readonly number[];
  /** Into `rules`. */
  readonly rule: readonly number[];
  /** Into `texts`. */
  readonly text: readonly number[];
  /** Into `names`: `field`, `item`, or the member of an item that it stands in: `content`, `output`. */
  readonly kind: readonly number[];
  /** Into `names`. */
  readonly type: readonly number[];
  /** Into `names`. */
  readonly role: readonly number[];
  /** Into `names`: a field's key, a tool's name. */
  readonly title: readonly number[];
  /** Into `names`: what the release recorded in `content_item_kinds`. */
  readonly label: readonly number[];
  /** Place in its message, from 0. */
  readonly nth: readonly number[];
  /** Of the body; the first part of an item counts what the item has around its parts. */
  readonly bytes: readonly number[];
  readonly tokens: readonly number[];
  /** Of recorded and derived parts. */
  readonly line: readonly number[];
  readonly offsetBytes: readonly number[];
  readonly enteredAt: readonly number[];
  readonly cutBytes: readonly number[];
}

export interface PageRequest {
  readonly at: number;
  readonly kind: string;
  /** The line after which it was sent. */
  readonly line: number;
  readonly model: string;
  readonly sentAtMs?: number;
  readonly bytes: number;
  readonly tokens: number;
  /** Of keys and punctuation between the parts. */
  readonly protocolBytes: number;
  /** Into `fidelities`. */
  readonly fidelity: number;
  readonly list: ListChange;
  /** Against the request before: what is added and what is kept are all its bytes. */
  readonly addedBytes: number;
  readonly keptBytes: number;
  readonly droppedBytes: number;
  /** Bytes that its body shares with that of the request before, from the start. */
  readonly prefixBytes: number;
  /** Tokens the server counted, as recorded: of the input, and of these from its cache. */
  readonly usage?: { readonly input: number; readonly cached: number; readonly output: number };
}

/**
 * How the parts of a request follow from those of the one before, as stretches: where one begins and how many parts it
 * has, alternating. From 0 on it is a place in the list before; below, -1 is id 0, -2 is id 1, and the ids count up.
 */
export type ListChange = readonly number[];
