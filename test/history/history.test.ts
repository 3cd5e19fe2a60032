import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inWords, nextInWords, render } from '../support/render-lines.js';
import {
  compacted,
  completed,
  context,
  event,
  item,
  type Json,
  message,
  meta,
  record,
  rolledBack,
  started,
  summarised,
} from '../support/rollout-lines.js';
import { type SlowItem, type SlowLine, slowHistory } from './slow-history.js';

const turns = fc.constantFrom('1', '2', '3');
const roles = fc.constantFrom<SlowItem['role']>('user', 'user', 'assistant', 'developer');

/** An item before it gets its text. */
interface Draft {
  readonly role: SlowItem['role'];
  readonly isContext: boolean;
}

const drafts: fc.Arbitrary<Draft> = fc.record({
  role: roles,
  isContext: fc.boolean(),
});

type DraftLine = (texts: () => string) => SlowLine[];

const drawn = ({ role, isContext }: Draft, words: string): SlowItem => {
  if (!isContext || role === 'assistant') return { role, text: words, isContext: false };
  return role === 'user'
    ? { role, text: `<skill>${words}</skill>`, isContext }
    : { role, text: `<model_switch>${words}`, isContext };
};

const one =
  (line: SlowLine): DraftLine =>
  () => [line];
const lines: fc.Arbitrary<DraftLine> = fc.oneof(
  {
    weight: 4,
    arbitrary: drafts.map((draft): DraftLine => (text) => [
      { is: 'item', item: drawn(draft, text()) },
    ]),
  },
  // A whole turn, so that most of what is drawn makes sense.
  {
    weight: 4,
    arbitrary: fc.tuple(turns, fc.boolean()).map(([turn, hasContext]): DraftLine => (text) => [
      { is: 'started', turn },
      ...(hasContext ? [{ is: 'context', turn } as const] : []),
      { is: 'item', item: drawn({ role: 'user', isContext: false }, text()) },
      { is: 'item', item: drawn({ role: 'assistant', isContext: false }, text()) },
      { is: 'completed', turn },
    ]),
  },
  turns.map((turn) => one({ is: 'started', turn })),
  turns.map((turn) => one({ is: 'completed', turn })),
  fc.option(turns).map((turn) => one({ is: 'aborted', turn })),
  fc.option(turns).map((turn) => one({ is: 'context', turn })),
  fc.constantFrom(one({ is: 'world' }), one({ is: 'userEvent' })),
  {
    weight: 2,
    arbitrary: fc.integer({ min: 0, max: 3 }).map((count) => one({ is: 'rollback', turns: count })),
  },
  {
    weight: 2,
    arbitrary: fc.array(drafts, { maxLength: 4 }).map((items): DraftLine => (text) => [
      { is: 'compacted', items: items.map((draft) => drawn(draft, text())) },
    ]),
  },
  fc.constant<DraftLine>((text) => [{ is: 'summary', text: text() }]),
);

const rollouts = fc.array(lines, { maxLength: 16 }).map((chosen) => {
  let count = 0;
  return chosen.flatMap((line) => line(() => `t${String((count += 1))}`));
});

const payloadOf = ({ role, text }: SlowItem): Json => message(role, text);

function toLine(line: SlowLine): Json {
  switch (line.is) {
    case 'started':
      return started(line.turn);
    case 'completed':
      return completed(line.turn);
    case 'aborted':
      return event('turn_aborted', { turn_id: line.turn, reason: 'interrupted' });
    case 'context':
      return context(line.turn ?? undefined);
    case 'world':
      return record('world_state', { full: true, state: {} });
    case 'userEvent':
      return event('user_message', { message: 'words' });
    case 'item':
      return item(payloadOf(line.item));
    case 'rollback':
      return rolledBack(line.turns);
    case 'compacted':
      return compacted(line.items.map(payloadOf));
    case 'summary':
      return summarised(line.text);
    default:
      return line satisfies never;
  }
}

describe('the history of any rollout', () => {
  it.each([
    ['0.145', 'moving-suffix'],
    ['0.171', 'fixed-suffix'],
  ] as const)('is what the description of release %s says', (rules, suffix) => {
    const property = fc.property(rollouts, (rollout) => {
      const words = nextInWords([meta(), ...rollout.map(toLine)], { rules });
      expect(rules === '0.171' ? words.slice(1) : words).toEqual(slowHistory(rollout, suffix));
    });
    fc.assert(property, { numRuns: 1500, seed: 8 });
  });

  it('is the same for a request alone as among all', () => {
    const property = fc.property(rollouts, fc.constantFrom('0.145', '0.171'), (rollout, rules) => {
      const all = [meta(), ...rollout.map(toLine)];
      const { requests } = render(all, { rules });
      for (const [at, { request }] of requests.entries()) {
        const alone = render(all, { rules, at: { kind: 'range', from: at, to: at } });
        expect(alone.requests.map((found) => inWords(found.request['input']))).toEqual([
          inWords(request['input']),
        ]);
      }
    });
    fc.assert(property, { numRuns: 500, seed: 9 });
  });
});
