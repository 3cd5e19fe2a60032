/** Explains a file: opens it for the requests that are asked for, and the one each is compared with. */

import { PromptmillError } from '../../contract/errors.js';
import type { Inference, SessionFacts } from '../../contract/inference.js';
import type { AtSelector } from '../../contract/options.js';
import type { TokenCounter } from '../../contract/tokens.js';
import type { ContextOptions } from '../../read-context.js';
import { createTracer } from '../../trace-sessions.js';
import { type ExplainedStep, explainSteps } from './explain-session.js';

export interface ExplainFileOptions {
  /** `at` is taken from below. */
  readonly context: ContextOptions;
  readonly at: AtSelector;
  readonly counter: TokenCounter;
}

export interface FileStep extends ExplainedStep {
  readonly session: SessionFacts;
}

/**
 * Walks the requests that are asked for. A step can be looked into until the next one is taken.
 *
 * @throws PromptmillError when the file cannot be read, `no_such_request`, `no_requests`
 */
export async function* explainFile(
  file: string,
  { context, at, counter }: ExplainFileOptions,
): AsyncGenerator<FileStep> {
  const { selector, from, former } = await planWalk(file, at, context);
  const opened = await createTracer({ ...context, at: selector }).open(file);
  const { session } = opened;
  let steps = 0;
  try {
    for (const step of explainSteps(opened, { counter, from, former })) {
      steps += 1;
      yield { session, ...step };
    }
    if (steps === 0) throw noRequest(session, from);
  } finally {
    opened.close();
  }
}

interface Walk {
  readonly selector: AtSelector;
  readonly from: number;
  readonly former?: Inference | undefined;
}

/** The requests to walk, so that the first that is asked for comes behind the one it is compared with. */
async function planWalk(file: string, at: AtSelector, context: ContextOptions): Promise<Walk> {
  switch (at.kind) {
    case 'all':
      return { selector: at, from: 0 };
    case 'range':
      return { selector: { ...at, from: Math.max(0, at.from - 1) }, from: at.from };
    case 'last': {
      const last = (await countRequests(file, context)) - 1;
      return { selector: rangeTo(last), from: Math.max(0, last) };
    }
    case 'next':
      return { selector: at, from: 0, former: await lastRecorded(file, context) };
    default:
      return at satisfies never;
  }
}

/** The last two; of none or one, all there are. */
function rangeTo(last: number): AtSelector {
  return last < 1 ? { kind: 'all' } : { kind: 'range', from: last - 1, to: last };
}

async function countRequests(file: string, context: ContextOptions): Promise<number> {
  const opened = await createTracer({ ...context, at: { kind: 'last' } }).open(file);
  opened.close();
  return opened.session.recordedRequests;
}

async function lastRecorded(file: string, context: ContextOptions): Promise<Inference | undefined> {
  const opened = await createTracer({ ...context, at: { kind: 'last' } }).open(file);
  try {
    const [last] = opened.inferences;
    // Worked out now, since it is read from the file.
    return last?.trace && last;
  } finally {
    opened.close();
  }
}

function noRequest({ file, recordedRequests }: SessionFacts, from: number): PromptmillError {
  if (recordedRequests === 0) {
    return new PromptmillError('no_requests', 'the rollout records no request', {
      file,
      found: 'no request',
      expected: 'a rollout with at least one turn',
      remedy: 'give --at next to explain what a resume would send now',
    });
  }
  return new PromptmillError('no_such_request', `the rollout records no request ${String(from)}`, {
    file,
    found: `${String(recordedRequests)} requests, numbered from 0`,
    expected: `request ${String(from)}`,
    remedy: 'see `promptmill inspect FILE`',
  });
}
