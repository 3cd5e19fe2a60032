// The last request of a session: planned and written, against parsing the whole file, and against a copy of it.

import { planSession } from '../../dist/assemble/plan-session.js';
import { rebuild } from '../corpus/peers/rebuild.mjs';
import { session } from '../sessions.mjs';
import { contextFor, inputInMemory } from './parts.mjs';
import { WriteSink } from './write-sink.mjs';

export const about =
  'From the bytes of a rollout in memory to its last request. The straightforward program parses every line and ' +
  'prints the items it kept; it does less (no pairing, no truncation, no context).';

const straightforward = 'straightforward';
const copy = 'copy of the rollout';

/** @returns {Generator<import('../compare.mjs').Comparison>} */
export function* comparisons() {
  const context = contextFor('last');
  const sink = new WriteSink();
  for (const { name, file } of inputs()) {
    const input = inputInMemory(file);
    const target = Buffer.alloc(file.bytes.length);
    yield {
      input: name,
      bytes: file.bytes.length,
      ways: [
        {
          name: 'plan and write',
          run: () => sink.take((chunks) => planSession(input, context).writeTo(chunks)),
        },
        { name: 'plan alone', run: () => planSession(input, context).outputBytes },
        {
          name: straightforward,
          run: () =>
            sink.take((chunks) =>
              rebuild(file.bytes.toString('utf8'), 'last', (line) =>
                chunks.write(Buffer.from(line)),
              ),
            ),
        },
        { name: copy, run: () => file.bytes.copy(target) },
      ],
      references: [straightforward, copy],
      equal: ['plan and write', 'plan alone'],
    };
  }
}

function* inputs() {
  yield {
    name: 'plain, 0.145: a short session',
    file: session({ shape: 'plain', release: '0.145', bytes: 60_000 }),
  };
  for (const release of /** @type {const} */ (['0.145', '0.171'])) {
    yield { name: `work, ${release}`, file: session({ shape: 'work', release, bytes: 3_000_000 }) };
  }
  yield {
    name: 'compaction-remote, 0.171: nearly all is superseded',
    file: session({ shape: 'compaction-remote', release: '0.171', bytes: 6_000_000 }),
  };
  yield {
    name: 'gallery, 0.145: images, compacted again and again',
    file: session({ shape: 'gallery', release: '0.145', bytes: 12_000_000 }),
  };
}
