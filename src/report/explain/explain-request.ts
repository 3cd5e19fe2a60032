/** Explains requests one after the other; what a request has in common with the one before is not read again. */

import type { Inference } from '../../contract/inference.js';
import type { Fidelity, FidelityLevel } from '../../contract/request.js';
import type { TokenCounter } from '../../contract/tokens.js';
import type { Origin, TracePart, TraceSpan } from '../../contract/trace.js';
import type { ExplainedPart, ExplainedRequest, FieldFidelity } from './explanation.js';
import { groupTotals } from './group-totals.js';
import { placeParts } from './place-parts.js';
import { PartReader, type ReadPart } from './read-part.js';
import { isSamePart } from './same-part.js';
import { sharedPrefix } from './shared-prefix.js';

interface FormerRequest {
  readonly body: Uint8Array;
  readonly parts: readonly ReadPart[];
  readonly explained: readonly ExplainedPart[];
}

export class RequestExplainer {
  readonly #reader: PartReader;
  #former: FormerRequest = { body: new Uint8Array(), parts: [], explained: [] };

  /** @param file the session's own, which goes without saying in sources */
  constructor(file: string, counter: TokenCounter) {
    this.#reader = new PartReader(file, counter);
  }

  /** Takes requests of one session, in their order. */
  explain({ id, at, kind, source, body, trace, fidelity }: Inference): ExplainedRequest {
    const parts = this.#read(body, trace.parts);
    const explained = placeParts(parts, this.#former);
    this.#former = { body, parts, explained };
    const outer = explained.filter((_, position) => parts[position]?.trace.parent === -1);
    const partBytes = outer.reduce((sum, { bytes }) => sum + bytes, 0);
    const protocolBytes = body.length - partBytes;
    return {
      id,
      at,
      kind,
      line: source.line,
      bytes: body.length,
      tokens: outer.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
      protocolBytes,
      bytesByOrigin: bytesByOrigin(trace.spans),
      groups: groupTotals(outer, protocolBytes),
      parts: outer,
      fidelity: Object.entries(fidelity).map(([field, level]) => fieldFidelity(field, level)),
    };
  }

  #read(body: Uint8Array, traces: readonly TracePart[]): readonly ReadPart[] {
    const { body: formerBody, parts: former } = this.#former;
    const sharedBytes = sharedPrefix(formerBody, body);
    return traces.map((trace, position) => {
      const known = former[position];
      if (known !== undefined && isSamePart(trace, known.trace, sharedBytes)) return known;
      return this.#reader.read(trace, { body, parts: traces, position });
    });
  }
}

function bytesByOrigin(spans: readonly TraceSpan[]): Partial<Record<Origin['kind'], number>> {
  const sums: Partial<Record<Origin['kind'], number>> = {};
  for (const { startBytes, endBytes, origin } of spans) {
    sums[origin.kind] = (sums[origin.kind] ?? 0) + endBytes - startBytes;
  }
  return sums;
}

const levels: readonly FidelityLevel[] = ['exact', 'rendered', 'assumed', 'unknown'];

function fieldFidelity(field: string, fidelity: Fidelity): FieldFidelity {
  const level = levels.find((name) => fidelity.startsWith(name)) ?? 'unknown';
  const note = fidelity.slice(level.length + ': '.length);
  return note === '' ? { field, level } : { field, level, note };
}
