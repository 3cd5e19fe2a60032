/** What a Weka trace tells of one request, before its time and its block ids are known. */

import type { Inference } from '../../contract/inference.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { addedKinds, type PromptUnits } from './prompt-units.js';
import type { LoggedRequest } from './request-log.js';

export type OutputKind = 'thinking' | 'text' | 'tool_use';

export interface WekaRequest extends LoggedRequest {
  readonly type: 'n' | 's';
  readonly model: string;
  readonly inputTypes: readonly string[];
  readonly outputTypes: readonly OutputKind[];
  readonly stop: '' | 'tool_use' | 'end_turn';
  readonly isAnswerTimed: boolean;
  readonly calls: number;
}

/** A session with at least one request. */
export interface WekaSession {
  readonly threadId: string;
  readonly parentThreadId: string | undefined;
  readonly requests: readonly WekaRequest[];
}

interface ReadRequest extends LoggedRequest {
  readonly units: PromptUnits;
  readonly model: string | undefined;
}

export function wekaRequest({ facts }: Inference, read: ReadRequest): WekaRequest {
  const { units, model, ...logged } = read;
  const kinds = facts.answer.map(outputKind);
  const calls = kinds.filter((kind) => kind === 'tool_use').length;
  return {
    ...logged,
    type: units.isStreamed ? 's' : 'n',
    model: model ?? '',
    inputTypes: addedKinds(units.items),
    outputTypes: [...new Set(kinds)],
    stop: stopOf(kinds.length, calls),
    isAnswerTimed: facts.answeredAtMs !== undefined,
    calls,
  };
}

function outputKind({ type }: JsonRecord): OutputKind {
  if (type === 'reasoning') return 'thinking';
  return typeof type === 'string' && type.endsWith('_call') ? 'tool_use' : 'text';
}

function stopOf(items: number, calls: number): WekaRequest['stop'] {
  if (items === 0) return '';
  return calls > 0 ? 'tool_use' : 'end_turn';
}
