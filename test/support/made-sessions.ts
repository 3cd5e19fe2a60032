// Sessions for property tests: turns with calls and reasoning, compactions and rollbacks between them.

import fc from 'fast-check';
import type { JsonRecord } from '../../src/contract/json-record.js';
import { called, type MadeRequest, output, said, thought } from './export-run.js';

interface Move {
  readonly kind: 'speak' | 'call' | 'compact' | 'roll_back';
  readonly text: string;
  readonly thinks: boolean;
  readonly calls: number;
}

const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('speak', 'call', 'call', 'compact', 'roll_back'),
  // Any text a rollout can hold: templates, quotes, half characters.
  text: fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('{{x}} {% y %}', '\ud800', String.raw`\ud800`, '"', '\n'),
  ),
  thinks: fc.boolean(),
  calls: fc.integer({ min: 1, max: 3 }),
});

/** Requests of one session, as Codex would send them. */
export const madeRequests: fc.Arbitrary<readonly MadeRequest[]> = fc
  .array(move, { minLength: 1, maxLength: 10 })
  .map(requestsOf);

function requestsOf(moves: readonly Move[]): readonly MadeRequest[] {
  const base = [said('developer', 'Weigh first.'), said('user', 'The mill is yours.')];
  const requests: MadeRequest[] = [];
  let history: readonly JsonRecord[] = [...base, said('user', 'begin')];
  for (const [step, { kind, text, thinks, calls }] of moves.entries()) {
    const number = String(step);
    if (kind === 'compact') history = [...base, said('user', `so far ${number}: ${text}`)];
    if (kind === 'roll_back') history = [...base, said('user', `again ${number}`)];
    const ids = Array.from({ length: calls }, (_, call) => `c${number}-${String(call)}`);
    const reasoning = thinks ? [thought(`**${text}**`)] : [];
    const made =
      kind === 'call'
        ? ids.map((id) => called(id, JSON.stringify({ text })))
        : [said('assistant', `${number} ${text}`)];
    const answer = [...reasoning, ...made];
    requests.push({ input: history, answer });
    const next = kind === 'call' ? ids.map((id) => output(id, text)) : [said('user', `on ${text}`)];
    history = [...history, ...answer, ...next];
  }
  return requests;
}
