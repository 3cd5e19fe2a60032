/** A request as lint rules see it: its items, each known from the first request on that holds it, and what it says. */

import type { SectionId } from '../../contract/context.js';
import type { JsonRecord } from '../../contract/json-record.js';
import type { RequestKind } from '../../contract/request.js';

/** An item of the input. It is the same object in every request that holds it. */
export interface LintItem {
  /** Tells it from all other items of the session. */
  readonly key: string;
  readonly type: string;
  readonly role: string | undefined;
  readonly callId: string | undefined;
  /** Why it is in the request, as the trace says it: `item.recorded`, `item.missing_output`, … */
  readonly rule: string;
  /** The rollout's line; for what comes from no line, the one behind which the request was sent. */
  readonly file: string;
  readonly line: number;
  /** As sent. */
  readonly bytes: number;
  /** Bytes of text that were recorded and are not sent. */
  readonly cutBytes: number;
  /** Texts of a user's or developer's message; empty for other items. */
  readonly parts: readonly LintPart[];
  /** How reasoning can be read: by the server alone, or by anyone. */
  readonly reasoning?: 'sealed' | 'plain';
}

/** A content part of a message that has a text. */
export interface LintPart {
  /** Place in the content. */
  readonly position: number;
  readonly section: SectionId | 'base_instructions' | undefined;
  readonly fragment: string | undefined;
  readonly text: string;
  /** The text of a part that is context with its white space made one; that of others as it is. */
  readonly folded: string;
  /** Of the text, in UTF-8. */
  readonly bytes: number;
}

/** An item in its place. */
export interface PlacedItem {
  readonly item: LintItem;
  /** JSON pointer into the body. */
  readonly path: string;
}

/** A content part in its place. */
export interface PlacedPart extends LintPart {
  readonly item: LintItem;
  readonly path: string;
}

export interface LintRequest {
  readonly at: number;
  readonly kind: RequestKind;
  readonly file: string;
  /** The line behind which it was sent. */
  readonly line: number;
  readonly model: string | undefined;
  /** Base instructions, wherever the release has them. */
  readonly base: PlacedText | undefined;
  readonly items: readonly PlacedItem[];
  /** The parts of messages that are context, in order. */
  readonly context: readonly PlacedPart[];
  /** Payload of the turn context in force. */
  readonly turn: JsonRecord | undefined;
}

export interface PlacedText {
  readonly text: string;
  readonly path: string;
  /** Where it is recorded; where it is not, the line behind which the request was sent. */
  readonly file: string;
  readonly line: number;
}

/** The newest part of a section. */
export function newestOf(request: LintRequest, section: SectionId): PlacedPart | undefined {
  return request.context.findLast((part) => part.section === section);
}
