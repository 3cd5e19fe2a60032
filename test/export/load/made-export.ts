/** Runs a format over sessions that were made up, with its files in memory. */

import type { Loss } from '../../../src/contract/chat.js';
import type {
  ExportFormat,
  ExportOptions,
  ExportPlace,
  ValueFault,
} from '../../../src/contract/export.js';
import type { Inference, InferenceFacts, SessionFacts } from '../../../src/contract/inference.js';
import type { JsonRecord } from '../../../src/contract/json-record.js';

export interface MadeRequest {
  readonly body: JsonRecord;
  readonly facts?: Partial<InferenceFacts>;
}

export interface MadeSession {
  readonly threadId: string;
  readonly parentThreadId?: string;
  /** Ended in the middle: the exporter never hears of its end. */
  readonly breaks?: true;
  readonly requests: readonly MadeRequest[];
}

export interface MadeExport {
  readonly files: ReadonlyMap<string, string>;
  readonly places: readonly ExportPlace[];
  readonly losses: ReadonlyMap<string, readonly Loss[]>;
}

export const plainOptions: ExportOptions = {
  set: {},
  unset: [],
  encryptedReasoning: 'keep',
  format: {},
};

export function runExport(
  format: ExportFormat,
  sessions: readonly MadeSession[],
  options: Partial<ExportOptions> = {},
): MadeExport {
  const files = new Map<string, string>();
  const places: ExportPlace[] = [];
  const losses = new Map<string, readonly Loss[]>();
  const append = (file: string, content: string | Uint8Array): void => {
    files.set(file, (files.get(file) ?? '') + Buffer.from(content).toString());
  };
  const exporter = format.create(
    { ...plainOptions, ...options },
    {
      line: (file, text) => {
        append(file, text);
        append(file, '\n');
      },
      bytes: append,
      describe: () => undefined,
      place: (place) => places.push(place),
      lose: (request, lost) => {
        if (lost.length > 0) losses.set(request, lost);
      },
    },
  );
  for (const session of sessions) {
    exporter.startSession?.(sessionFacts(session));
    for (const [at, request] of session.requests.entries()) {
      exporter.add(madeInference(session.threadId, at, request));
    }
    if (session.breaks !== true) exporter.endSession?.();
  }
  exporter.finish?.();
  return { files, places, losses };
}

/** The lines of a file, parsed. */
export function linesOf({ files }: MadeExport, file: string): readonly unknown[] {
  const text = files.get(file) ?? '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

/** What the format's own check says of values of one file. */
export function faultsIn(format: ExportFormat, values: readonly unknown[]): readonly ValueFault[] {
  const faults: ValueFault[] = [];
  const take = format.check?.start();
  for (const value of values) take?.(value, (fault) => faults.push(fault));
  return faults;
}

export function user(text: string): JsonRecord {
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
}

export function assistant(text: string): JsonRecord {
  return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
}

export function usage(outputTokens: number): NonNullable<InferenceFacts['usage']> {
  return {
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens,
    reasoningOutputTokens: 0,
    totalTokens: outputTokens,
  };
}

function madeInference(threadId: string, at: number, { body, facts }: MadeRequest): Inference {
  return {
    id: `${threadId}#${String(at)}`,
    source: { file: `${threadId}.jsonl`, line: at + 1 },
    at,
    kind: 'turn',
    fidelity: {},
    body: Buffer.from(JSON.stringify(body)),
    request: body,
    trace: { parts: [], spans: [] },
    facts: { answer: [], ...facts },
  };
}

function sessionFacts({ threadId, parentThreadId }: MadeSession): SessionFacts {
  return {
    file: `${threadId}.jsonl`,
    threadId,
    sessionId: parentThreadId ?? threadId,
    cliVersion: undefined,
    rules: 'made-up',
    ...(parentThreadId === undefined ? {} : { parentThreadId }),
    recordedRequests: 0,
    lines: 0,
    inputBytes: 0,
    supersededBytes: 0,
    notices: [],
  };
}
