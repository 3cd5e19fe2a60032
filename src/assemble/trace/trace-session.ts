/** Walks a session's requests with their traces: each byte's origin, and what the rollout tells of each inference. */

import type { Inference, InferenceFacts, TracedSession } from '../../contract/inference.js';
import type { JsonRecord } from '../../contract/json-record.js';
import type { RequestKind, RequestSource } from '../../contract/request.js';
import type { SessionInput } from '../../contract/session.js';
import type { Origin, RequestTrace } from '../../contract/trace.js';
import { findRequests, type RequestPoint } from '../../rollout/find-requests.js';
import { findOwnStart } from '../../rollout/own-lines.js';
import type { BodyFrame } from '../request-body.js';
import { openSession } from '../open-session.js';
import type { PreparedContext } from '../prepare-context.js';
import { requestId, requestSource } from '../request-name.js';
import { RequestStream, type StreamedRequest } from '../request-stream.js';
import { type SelectedRequest, selectRequests } from '../select-requests.js';
import { SessionView } from '../session-view.js';
import type { SessionSource } from '../session-source.js';
import { InputWriter } from '../write-requests.js';
import { describeSession, metaLine } from './describe-session.js';
import { EnteredItems } from './entered-items.js';
import { ItemTraces } from './item-traces.js';
import { LinePlaces } from './line-places.js';
import { readFacts } from './read-facts.js';
import { type FrameOrigins, traceFrame } from './trace-frame.js';
import { traceBody } from './trace-body.js';

/**
 * @returns the session, and those of its inferences that `context.options.at` asks for; the ones before them are walked
 * all the same, so that each item's first request is known
 * @throws PromptmillError as `planSession` does, some of it only while the inferences are walked
 */
export function traceSession(input: SessionInput, context: PreparedContext): TracedSession {
  const session = openSession(input, context);
  const view = new SessionView(input, session, context);
  const { index, firstOwnLine, meta } = session;
  const ownStart = findOwnStart(input.bytes, index, firstOwnLine, meta.timestamp);
  const points = findRequests(index, ownStart, view.questions());
  const selected = selectRequests(points, context.options.at, index.count);
  const walked = [...before(points, selected), ...selected];
  const tracer = new SessionTracer(view, points);
  return {
    session: describeSession(input, session, points.length),
    inferences: tracer.inferences(walked, new Set(selected)),
  };
}

/** The recorded requests in front of those that are asked for. */
function before(
  points: readonly RequestPoint[],
  selected: readonly SelectedRequest[],
): readonly SelectedRequest[] {
  const first = selected[0]?.at ?? 0;
  return points.slice(0, first).map((point, at) => ({ at, point, isNext: false }));
}

class SessionTracer {
  private readonly view: SessionView;
  private readonly points: readonly RequestPoint[];
  private readonly places: LinePlaces;
  private readonly traces = new Map<string, ItemTraces>();
  private readonly entered = new EnteredItems();

  constructor(view: SessionView, points: readonly RequestPoint[]) {
    this.view = view;
    this.points = points;
    this.places = new LinePlaces(view.input, view.index);
  }

  *inferences(
    walked: readonly SelectedRequest[],
    asked: ReadonlySet<SelectedRequest>,
  ): Iterable<Inference> {
    const { view } = this;
    const stream = new RequestStream(view, walked);
    const writer = new InputWriter(view.bytes, view.context.scratch.kept);
    let position = 0;
    for (const request of stream.requests()) {
      const selected = walked[position];
      position += 1;
      this.enter(request);
      if (selected === undefined || !asked.has(selected)) continue;
      yield new TracedInference(this.read(request, writer));
    }
    view.context.scratch.kept = writer.scratch;
  }

  private enter({ table, items, count, at }: StreamedRequest): void {
    const { entered } = this;
    for (let position = 0; position < count; position += 1) {
      entered.note(table, items[position] as number, at);
    }
  }

  /** Takes what must be kept of a request: the stream's own is valid until the next one only. */
  private read(request: StreamedRequest, writer: InputWriter): InferenceParts {
    const { view, points } = this;
    const { at, point, kind, frame, table } = request;
    const rules = view.rulesOf(point);
    const source = view.source(rules);
    const body = bodyOf(request, writer);
    const base = this.baseOrigin(request);
    const traces = this.tracesOf(rules.id, source);
    const items = request.items.slice(0, request.count);
    const origins = this.frameOrigins(request, base);
    const next = points.find((other) => other.line > point.line)?.line ?? view.index.count;
    return {
      id: requestId(view, at),
      source: requestSource(view, point),
      at,
      kind,
      frame,
      body,
      trace: () => {
        const inputBytes = body.length - Buffer.byteLength(frame.head + frame.tail);
        const { scanner } = view.context;
        return traceBody({
          bytes: body.length,
          inputStart: Buffer.byteLength(frame.head),
          fields: traceFrame(frame, inputBytes, { origins, scanner }),
          items: Array.from(items, (item) => ({
            trace: traces.trace(item, base),
            enteredAt: this.entered.of(table, item) ?? at,
          })),
        });
      },
      facts: () =>
        readFacts({ bytes: view.bytes, index: view.index, source }, { line: point.line, next }),
    };
  }

  private tracesOf(rules: string, source: SessionSource): ItemTraces {
    const known = this.traces.get(rules);
    if (known !== undefined) return known;
    const { context, bytes } = this.view;
    const made = new ItemTraces({
      source,
      bytes,
      scanner: context.scanner,
      places: this.places,
      texts: context.texts,
      packName: context.packName,
    });
    this.traces.set(rules, made);
    return made;
  }

  private frameOrigins(request: StreamedRequest, base: Origin): FrameOrigins {
    const { view, places } = this;
    const turnLine = view.settings.before(request.point.line)?.line ?? -1;
    const { settings } = request;
    return {
      base,
      turn: turnLine < 0 ? undefined : { kind: 'derived', ...places.of(turnLine) },
      meta: this.metaOrigin(),
      model: settings?.model.isKnown === true ? settings.model.slug : undefined,
      isGiven: (name) => view.context.recast?.given.has(name) === true,
    };
  }

  private metaOrigin(): Origin {
    const line = metaLine(this.view.session);
    return line < 0
      ? { kind: 'assumed', note: 'no session meta' }
      : { kind: 'derived', ...this.places.of(line) };
  }

  private baseOrigin({ base, settings }: StreamedRequest): Origin {
    const { context, session } = this.view;
    if (context.recast?.given.has('instructions') === true) {
      return { kind: 'given', name: 'instructions' };
    }
    const isRecorded = session.meta.baseInstructions === base.text;
    if (isRecorded || !base.fidelity.startsWith('rendered')) return this.metaOrigin();
    return { kind: 'catalog', model: settings?.model.slug ?? '' };
  }
}

function bodyOf(request: StreamedRequest, writer: InputWriter): Uint8Array {
  const chunks: Uint8Array[] = [Buffer.from(request.frame.head)];
  writer.write(request, { write: (chunk) => chunks.push(Buffer.from(chunk)) });
  chunks.push(Buffer.from(request.frame.tail));
  return Buffer.concat(chunks);
}

interface InferenceParts {
  readonly id: string;
  readonly source: RequestSource;
  readonly at: number;
  readonly kind: RequestKind;
  readonly frame: BodyFrame;
  readonly body: Uint8Array;
  readonly trace: () => RequestTrace;
  readonly facts: () => InferenceFacts;
}

/** What is dear to know is worked out when it is first asked for. */
class TracedInference implements Inference {
  readonly id: string;
  readonly source: RequestSource;
  readonly at: number;
  readonly kind: RequestKind;
  readonly fidelity: Inference['fidelity'];
  readonly body: Uint8Array;
  readonly #parts: InferenceParts;
  #request: JsonRecord | undefined;
  #trace: RequestTrace | undefined;
  #facts: InferenceFacts | undefined;

  constructor(parts: InferenceParts) {
    this.id = parts.id;
    this.source = parts.source;
    this.at = parts.at;
    this.kind = parts.kind;
    this.fidelity = parts.frame.fidelity;
    this.body = parts.body;
    this.#parts = parts;
  }

  get request(): JsonRecord {
    // The pipeline printed it a moment ago.
    this.#request ??= JSON.parse(Buffer.from(this.body).toString('utf8')) as JsonRecord;
    return this.#request;
  }

  get trace(): RequestTrace {
    this.#trace ??= this.#parts.trace();
    return this.#trace;
  }

  get facts(): InferenceFacts {
    this.#facts ??= this.#parts.facts();
    return this.#facts;
  }
}
