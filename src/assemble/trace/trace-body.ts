/** Puts the traces of fields and items together to that of a body: every byte once, in order. */

import { optional } from '../../contract/optional-member.js';
import type { Origin, RequestTrace, TracePart, TraceSpan } from '../../contract/trace.js';
import type { ItemSpan, ItemTrace, TracedContent } from './item-traces.js';
import type { TracedField } from './trace-frame.js';

export interface PlacedItem {
  readonly trace: ItemTrace;
  /** Number of the first request that held it. */
  readonly enteredAt: number;
}

export interface BodyTrace {
  readonly bytes: number;
  /** Where the input's first element stands. */
  readonly inputStart: number;
  readonly fields: readonly TracedField[];
  readonly items: readonly PlacedItem[];
}

type Section = NonNullable<TracePart['section']>;

const protocol: Origin = { kind: 'protocol' };

export function traceBody({ bytes, inputStart, fields, items }: BodyTrace): RequestTrace {
  const writer = new TraceWriter();
  for (const field of fields) if (field.startBytes < inputStart) writer.addField(field);
  let start = inputStart;
  items.forEach((item, position) => {
    writer.addItem(item, position, start);
    // The comma behind it.
    start += item.trace.bytes + 1;
  });
  for (const field of fields) if (field.startBytes >= inputStart) writer.addField(field);
  writer.fillTo(bytes);
  return { parts: writer.parts, spans: writer.spans };
}

class TraceWriter {
  readonly parts: TracePart[] = [];
  readonly spans: TraceSpan[] = [];
  /** Up to where the body is covered. */
  #end = 0;

  fillTo(startBytes: number): void {
    if (startBytes > this.#end) this.#cover(startBytes, protocol, -1);
  }

  addField({ key, startBytes, endBytes, origin }: TracedField): void {
    this.fillTo(startBytes);
    this.#cover(endBytes, origin, this.parts.length);
    this.parts.push({
      kind: 'field',
      path: `/${key}`,
      parent: -1,
      startBytes,
      endBytes,
      type: key,
      ...(key === 'instructions' ? { section: 'base_instructions' as const } : {}),
      origin,
      rule: `field.${key}`,
    });
  }

  addItem({ trace, enteredAt }: PlacedItem, position: number, start: number): void {
    this.fillTo(start);
    const item = this.parts.length;
    const path = `/input/${String(position)}`;
    this.parts.push({
      kind: 'item',
      path,
      parent: -1,
      startBytes: start,
      endBytes: start + trace.bytes,
      type: trace.type,
      ...optional('role', trace.role),
      ...optional('section', sectionOf(trace)),
      origin: trace.origin,
      rule: trace.rule,
      enteredAt,
      ...(trace.cutBytes > 0 ? { cutBytes: trace.cutBytes } : {}),
    });
    trace.parts.forEach((part, number) => {
      this.parts.push({
        kind: 'content',
        path: `${path}/${trace.member}/${String(number)}`,
        parent: item,
        startBytes: start + part.startBytes,
        endBytes: start + part.endBytes,
        type: part.type,
        ...optional('role', trace.role),
        ...optional('section', sectionOf(trace, part)),
        ...optional('fragment', part.fragment),
        ...optional('label', part.label),
        origin: part.origin,
        rule: trace.rule,
        enteredAt,
      });
    });
    for (const { endBytes, origin, inner } of cutAtParts(trace.spans, trace.parts)) {
      this.#cover(start + endBytes, origin, inner < 0 ? item : item + 1 + inner);
    }
  }

  #cover(endBytes: number, origin: Origin, part: number): void {
    this.spans.push({ startBytes: this.#end, endBytes, origin, part });
    this.#end = endBytes;
  }
}

function sectionOf(item: ItemTrace, part?: TracedContent): Section | undefined {
  return item.rule === 'item.base_instructions' ? 'base_instructions' : part?.section;
}

interface InnerSpan {
  readonly endBytes: number;
  readonly origin: Origin;
  /** Number of the content part, -1 around them. */
  readonly inner: number;
}

/** Spans that each lie within one content part, or between two. */
function cutAtParts(
  spans: readonly ItemSpan[],
  parts: readonly TracedContent[],
): readonly InnerSpan[] {
  const cut: InnerSpan[] = [];
  let number = 0;
  for (const span of spans) {
    let start = span.startBytes;
    while (start < span.endBytes) {
      while (number < parts.length && (parts[number]?.endBytes ?? 0) <= start) number += 1;
      const part = parts[number];
      const isInside = part !== undefined && part.startBytes <= start;
      const border = isInside ? part.endBytes : (part?.startBytes ?? span.endBytes);
      const endBytes = Math.min(span.endBytes, border);
      cut.push({
        endBytes,
        origin: from(span, start),
        inner: isInside ? number : -1,
      });
      start = endBytes;
    }
  }
  return cut;
}

/** The span's origin as it is for the bytes from `start` on. */
function from({ origin, startBytes }: ItemSpan, start: number): Origin {
  if (origin.kind !== 'recorded') return origin;
  return { ...origin, offsetBytes: origin.offsetBytes + start - startBytes };
}
