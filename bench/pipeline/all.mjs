// Every request of a session: what it is worth to keep the bytes of the newest input, and how it compares with parsing.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { planSession } from '../../dist/assemble/plan-session.js';
import { InputWriter } from '../../dist/assemble/write-requests.js';
import { RolloutReader } from '../../dist/sources/rollout-reader.js';
import { rebuild } from '../corpus/peers/rebuild.mjs';
import { session } from '../sessions.mjs';
import { contextFor, inputInMemory, inputOf, requestStream } from './parts.mjs';
import { PieceWriter } from './piece-writer.mjs';
import { WriteSink } from './write-sink.mjs';

export const about =
  'From the bytes of a rollout to every request of it; rates are those of the output, which is many times the input. ' +
  '`write, input kept` and `write, piece by piece` write the same planned requests, and differ in one thing: whether ' +
  'the bytes of the newest input are kept for the next request. Through a window, each piece is a jump in the file.';

/** @typedef {import('../../dist/contract/session.js').SessionInput} SessionInput */
/** @typedef {import('../../dist/assemble/prepare-context.js').PreparedContext} PreparedContext */

const kept = 'write, input kept';
const pieces = 'write, piece by piece';
const straightforward = 'straightforward';

/** @returns {AsyncGenerator<import('../compare.mjs').Comparison>} */
export async function* comparisons() {
  for (const { name, file } of inputs()) {
    const ways = new SessionWays(inputInMemory(file));
    yield ways.comparison(name, file.bytes.toString('utf8'));
    yield* windowed(name, file);
  }
}

function* inputs() {
  for (const release of /** @type {const} */ (['0.145', '0.171'])) {
    yield { name: `work, ${release}`, file: session({ shape: 'work', release, bytes: 3_000_000 }) };
  }
  yield {
    name: 'compaction-remote, 0.171',
    file: session({ shape: 'compaction-remote', release: '0.171', bytes: 4_000_000 }),
  };
  yield {
    name: 'gallery, 0.145',
    file: session({ shape: 'gallery', release: '0.145', bytes: 8_000_000 }),
  };
}

/** The same session through a window, as a file of more than 16 MiB is seen. @param {string} name @param {import('../sessions.mjs').SessionFile} file */
async function* windowed(name, file) {
  const folder = mkdtempSync(join(tmpdir(), 'promptmill-bench-'));
  const path = join(folder, 'rollout.jsonl');
  try {
    writeFileSync(path, file.bytes);
    const rollout = await new RolloutReader({ windowBytes: 256 * 1024 }).open(path, 'plain');
    try {
      yield new SessionWays(inputOf(path, rollout.bytes)).comparison(`${name}, through a window`);
    } finally {
      rollout.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The ways to write all requests of one session. */
class SessionWays {
  #context = contextFor('all');
  #sink = new WriteSink();
  #input;
  #stream;
  #scratch = new Uint8Array(1 << 20);

  /** @param {SessionInput} input */
  constructor(input) {
    this.#input = input;
    this.#stream = requestStream(input, contextFor('all'));
    // Decodes what has to be decoded: the plan's part, which both ways of writing find done.
    this.#writePieces();
  }

  /** @param {string} name @param {string} [text] for the straightforward program, which wants the whole file */
  comparison(name, text) {
    const context = this.#context;
    const outputBytes = this.#writeKept();
    const usual = {
      name: straightforward,
      run: () =>
        this.#sink.take((chunks) =>
          rebuild(text ?? '', 'all', (line) => chunks.write(Buffer.from(line))),
        ),
    };
    return {
      input: name,
      bytes: outputBytes,
      ways: [
        { name: kept, run: () => this.#writeKept() },
        { name: pieces, run: () => this.#writePieces() },
        {
          name: 'plan and write',
          run: () => this.#sink.take((chunks) => planSession(this.#input, context).writeTo(chunks)),
        },
        { name: 'plan alone', run: () => planSession(this.#input, context).outputBytes },
        ...(text === undefined ? [] : [usual]),
      ],
      references: text === undefined ? [pieces] : [pieces, straightforward],
      equal: [kept, pieces, 'plan and write', 'plan alone'],
    };
  }

  #writeKept() {
    return this.#sink.take((sink) => {
      const writer = new InputWriter(this.#input.bytes, this.#scratch);
      for (const request of this.#stream.requests()) {
        sink.write(request.head);
        writer.write(request, sink);
        sink.write(request.tail);
      }
      this.#scratch = writer.scratch;
    });
  }

  #writePieces() {
    return this.#sink.take((sink) => {
      const writer = new PieceWriter(this.#input.bytes);
      for (const request of this.#stream.requests()) {
        sink.write(request.head);
        writer.write(request, sink);
        sink.write(request.tail);
      }
    });
  }
}
