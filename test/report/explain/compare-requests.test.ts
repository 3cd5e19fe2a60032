import { describe, expect, it } from 'vitest';
import {
  compacted,
  context,
  meta,
  message,
  rolledBack,
  turn,
} from '../../support/rollout-lines.js';
import { explained } from './explained.js';

const session = [meta(), ...turn('t1', 'Grind it.', 'Ground.')];

function lastChange(lines: Parameters<typeof explained>[0]) {
  return explained(lines).timeline.at(-1)?.change;
}

describe('a request beside the one before it', () => {
  it('is compared with none when it is the first', () => {
    expect(lastChange(session)).toBeUndefined();
  });

  it('goes on where items follow and nothing else is different', () => {
    expect(lastChange([...session, ...turn('t2', 'Again.', 'Ground again.')])).toEqual({
      since: 0,
      formerBytes: 320,
      formerItems: 1,
      sharedBytes: 142,
      differsAt: {
        offsetBytes: 142,
        place: 'before',
        path: '/input/1',
        what: 'answer',
      },
      sharedItems: 1,
      isContinued: true,
      added: [
        { path: '/input/1', what: 'answer', bytes: 89 },
        { path: '/input/2', what: 'user message', bytes: 82 },
      ],
      dropped: [],
    });
  });

  it('breaks at a field that changed, though its items are kept', () => {
    const second = turn('t2', 'Again.', 'Ground again.').with(1, context('t2', { model: 'water' }));
    const change = lastChange([...session, ...second]);
    expect(change).toMatchObject({
      sharedItems: 1,
      isContinued: false,
      differsAt: { place: 'in', path: '/model', what: 'setting' },
      dropped: [],
    });
  });

  it('names what a compaction dropped, and its line', () => {
    const change = lastChange([
      ...session,
      compacted([message('user', 'Grind it.'), message('user', 'Sum.')]),
      ...turn('t2', 'Again.', 'Ground again.'),
    ]);
    expect(change).toMatchObject({ compactionLine: 9, isContinued: false });
  });

  it('names what a rollback took back', () => {
    const change = lastChange([
      ...session,
      ...turn('t2', 'Wrong.', 'Oh.'),
      rolledBack(1),
      ...turn('t3', 'Right.', 'Ah.'),
    ]);
    expect(change?.dropped).toEqual([{ path: '/input/2', what: 'user message', bytes: 82 }]);
    expect(change?.added).toEqual([{ path: '/input/2', what: 'user message', bytes: 82 }]);
  });
});
