/** Renders rollouts and hands over the line of each request as text. */

import { openWithParents, type RolloutFiles } from '../assemble/open-with-parents.js';
import { planSession } from '../assemble/plan-session.js';
import type { PreparedContext } from '../assemble/prepare-context.js';
import { rolloutFiles } from '../assemble/rollout-files.js';
import type { ByteSink } from '../contract/bytes.js';
import { RolloutReader } from '../sources/rollout-reader.js';

/** Keeps its buffers from one session to the next. */
export class LineRenderer {
  readonly #files: RolloutFiles;

  /** @param files all rollouts there are to find parents among */
  constructor(files: readonly string[]) {
    this.#files = rolloutFiles(new RolloutReader(), files);
  }

  /** @throws PromptmillError when the session cannot be rendered */
  async render(
    file: string,
    context: PreparedContext,
    take: (line: string) => void,
  ): Promise<void> {
    const rollout = await openWithParents(file, context.options, this.#files);
    try {
      planSession(rollout.input, context).writeTo(new LineSink(take));
    } finally {
      rollout.close();
    }
  }
}

const lineEnd = 0x0a;

class LineSink implements ByteSink {
  readonly #take: (line: string) => void;
  #pieces: Buffer[] = [];

  constructor(take: (line: string) => void) {
    this.#take = take;
  }

  write(chunk: Uint8Array): void {
    let from = 0;
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#take(Buffer.concat(this.#pieces).toString('utf8'));
      this.#pieces = [];
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  /** A chunk is only lent. */
  #keep(piece: Uint8Array): void {
    if (piece.length > 0) this.#pieces.push(Buffer.from(piece));
  }
}
