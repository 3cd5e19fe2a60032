/** One side of a comparison: rollouts that are rendered by its own options, and files of rendered requests. */

import type { JsonRecord } from '../../contract/json-record.js';
import type { Inference } from '../../contract/inference.js';
import type { ContextOptions } from '../../read-context.js';
import { HeadReader } from '../../sources/read-head.js';
import { holdsRequests, type RequestLine, requestLines } from '../../sources/request-lines.js';
import { encodingOf } from '../../sources/rollout-name.js';
import { createTracer, type SessionTracer } from '../../trace-sessions.js';
import { fieldsOf } from '../json-text.js';
import type { ComparedRequest } from './diff-requests.js';

/** Where a session is found: a rollout, or a stretch of a file of requests. */
export interface SessionPlace {
  readonly file: string;
  readonly threadId: string;
  readonly stretch?: { readonly startBytes: number; readonly endBytes: number };
}

export class DiffSide {
  readonly #files: readonly string[];
  readonly #tracer: SessionTracer;
  readonly #heads = new HeadReader();

  /** @param files rollouts and files of requests @param options what the rollouts are rendered by */
  constructor(files: readonly string[], options: ContextOptions) {
    this.#files = files;
    this.#tracer = createTracer(options);
  }

  /** Every session, in the order of the files; the requests of one are neighbours in a file of requests. */
  *places(): Generator<SessionPlace> {
    for (const file of this.#files) {
      if (isRequestsFile(file)) yield* stretchesOf(file);
      else yield { file, threadId: this.#heads.threadIdOf(file, encodingOf(file)) ?? file };
    }
  }

  /**
   * Hands the requests of a session to `use`, one at a time.
   * @throws PromptmillError what opening or rendering the session throws
   */
  async read<Result>(
    place: SessionPlace,
    use: (requests: Iterator<ComparedRequest>) => Result | Promise<Result>,
  ): Promise<Result> {
    const { file, stretch } = place;
    if (stretch !== undefined) {
      const lines = requestLines(file, stretch.startBytes, stretch.endBytes);
      return use(mapped(lines, (line) => requestOfLine(line, file)));
    }
    const opened = await this.#tracer.open(file);
    try {
      // Awaited here: the file stays open until it is done.
      return await use(
        mapped(opened.inferences, (inference) => requestOfInference(inference, file)),
      );
    } finally {
      opened.close();
    }
  }
}

/** Requests are written plain; what is packed is a rollout. */
export function isRequestsFile(file: string): boolean {
  return encodingOf(file) === 'plain' && holdsRequests(file);
}

function* stretchesOf(file: string): Generator<SessionPlace> {
  let place: SessionPlace | undefined;
  for (const { threadId, startBytes, endBytes } of requestLines(file)) {
    if (place !== undefined && place.threadId !== threadId) yield place;
    const start = place?.threadId === threadId ? place.stretch?.startBytes : undefined;
    place = { file, threadId, stretch: { startBytes: start ?? startBytes, endBytes } };
  }
  if (place !== undefined) yield place;
}

function* mapped<From, To>(values: Iterable<From>, map: (value: From) => To): Generator<To> {
  for (const value of values) yield map(value);
}

function requestOfInference(inference: Inference, file: string): ComparedRequest {
  const { id, at, body } = inference;
  return {
    id,
    at,
    file,
    body,
    get request() {
      return inference.request;
    },
  };
}

function requestOfLine({ text, threadId, at }: RequestLine, file: string): ComparedRequest {
  // The body as it was written: parsed and printed again, its numbers might not be the same.
  const body = fieldsOf(text).find(({ key }) => key === 'request')?.value ?? '{}';
  return {
    id: `${threadId}#${at}`,
    at,
    file,
    body: Buffer.from(body),
    get request() {
      return JSON.parse(body) as JsonRecord;
    },
  };
}
