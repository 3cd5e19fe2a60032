/** Where each byte of a request comes from: spans that cover the body, and the parts a reader sees in it. */

import type { SectionId } from './context.js';

/** A recorded line, as a person finds it in an editor. */
export interface RecordedPlace {
  /** The rollout: for what a fork took over, its parent's. */
  readonly file: string;
  /** Counted from 1, in that file. */
  readonly line: number;
}

/**
 * What bytes of a request are. `recorded`: copied from the rollout. `derived`: printed anew from what a line records
 * (canonical form, a cut, a note for omitted media). `pack`: a text of the pack. `catalog`: of a model. `given`: what
 * the caller asked for, by its name. `protocol`: keys and punctuation around all that. `assumed`: a default.
 */
export type Origin =
  | (RecordedPlace & {
      readonly kind: 'recorded';
      /** Where the first byte stands in the (unpacked) file. */
      readonly offsetBytes: number;
    })
  | (RecordedPlace & { readonly kind: 'derived' })
  | { readonly kind: 'pack'; readonly pack: string }
  | { readonly kind: 'catalog'; readonly model: string }
  | { readonly kind: 'given'; readonly name: string }
  | { readonly kind: 'protocol' }
  | { readonly kind: 'assumed'; readonly note: string };

/** A stretch of the body with one origin. */
export interface TraceSpan {
  /** In bytes of the body. */
  readonly startBytes: number;
  readonly endBytes: number;
  readonly origin: Origin;
  /** The innermost part it belongs to, an index into `parts`; -1 between parts. */
  readonly part: number;
}

/** `field`: a key of the body beside the input. `item`: an element of the input. `content`: an element of a message. */
export type TracePartKind = 'field' | 'item' | 'content';

/** A part of the body: its value, without the comma behind it. */
export interface TracePart {
  readonly kind: TracePartKind;
  /** JSON pointer into the body: `/instructions`, `/input/4`, `/input/4/content/0`. */
  readonly path: string;
  /** The item a content part belongs to, an index into `parts`; -1 for the others. */
  readonly parent: number;
  readonly startBytes: number;
  readonly endBytes: number;
  /** Type of an item or a content part as sent: `message`, `function_call_output`, `input_text`. */
  readonly type: string;
  /** Role of a message and of its parts. */
  readonly role?: string;
  /** The section of the context it is, if it is one. */
  readonly section?: SectionId | 'base_instructions';
  /** The kind of contextual fragment it is recognised as, finer than sections: `skill`, `turn_aborted`, … */
  readonly fragment?: string;
  /** What newer releases record of the part in `content_item_kinds`. */
  readonly label?: string;
  /** Where it comes from as a whole. */
  readonly origin: Origin;
  /** Why it is in the request, as an id that `explain` words (`item.recorded`, `item.replacement`, …). */
  readonly rule: string;
  /** Number of the first recorded request that held this item; undefined for fields. */
  readonly enteredAt?: number;
  /** Bytes of text that were recorded and are not sent: a tool output that was cut. */
  readonly cutBytes?: number;
}

export interface RequestTrace {
  /** Outer parts before their inner ones, in the order of the body. */
  readonly parts: readonly TracePart[];
  /** Every byte of the body once, in order. */
  readonly spans: readonly TraceSpan[];
}
