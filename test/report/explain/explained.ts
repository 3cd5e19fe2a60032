// Explains made-up rollouts with a counter of words.

import type { TokenCounter } from '../../../src/contract/tokens.js';
import type {
  ExplainedPart,
  ExplainedRequest,
  Explanation,
} from '../../../src/report/explain/explanation.js';
import { explainSession } from '../../../src/report/explain/explain-session.js';
import { openTrace } from '../../support/open-trace.js';
import type { Line } from '../../support/rollout-lines.js';

/** A word is a token. */
export const wordCounter: TokenCounter = {
  name: 'bytes/4',
  count: (text) => text.split(/\s+/).filter((word) => word !== '').length,
};

export function explained(lines: readonly Line[]): Explanation {
  return explainSession(openTrace(lines), { counter: wordCounter });
}

export function lastOf({ requests }: Explanation): ExplainedRequest {
  const last = requests.at(-1);
  if (last === undefined) throw new Error('no request');
  return last;
}

/** The parts of the input, without what they are made of inside. */
export function inputOf({ parts }: ExplainedRequest): readonly ExplainedPart[] {
  return parts.filter(({ kind }) => kind === 'item');
}

/** A part that is only what is said of it. */
export function explainedPart(sketch: Partial<ExplainedPart>): ExplainedPart {
  return {
    kind: 'content',
    path: '',
    group: '',
    what: '',
    type: '',
    source: { words: '', origin: { kind: 'protocol' } },
    rule: { id: '', words: '' },
    startBytes: 0,
    bytes: 0,
    copies: 1,
    parts: [],
    ...sketch,
  };
}
