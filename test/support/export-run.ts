// Runs a format of an export over made-up or real sessions, in memory.

import type {
  ExportFormat,
  ExportPlace,
  ExportSink,
  ValueFault,
} from '../../src/contract/export.js';
import type {
  Inference,
  InferenceFacts,
  SessionFacts,
  TracedSession,
} from '../../src/contract/inference.js';
import type { JsonRecord } from '../../src/contract/json-record.js';
import type { Loss } from '../../src/contract/chat.js';
import type { RequestKind } from '../../src/contract/request.js';

export interface MadeRequest {
  readonly input: readonly JsonRecord[];
  readonly answer?: readonly JsonRecord[];
  readonly usage?: InferenceFacts['usage'];
  readonly kind?: RequestKind;
  /** Further members of the body. */
  readonly body?: JsonRecord;
}

export const threadId = '00000000-0000-7000-8000-000000000001';

/** A session of requests that no rollout holds. */
export function madeSession(
  requests: readonly MadeRequest[],
  more: Partial<SessionFacts> = {},
): TracedSession {
  return {
    session: {
      file: 'mill.jsonl',
      threadId,
      sessionId: threadId,
      cliVersion: '0.171.0',
      rules: '0.171',
      recordedRequests: requests.length,
      lines: requests.length,
      inputBytes: 0,
      supersededBytes: 0,
      notices: [],
      ...more,
    },
    inferences: requests.map((request, at) =>
      madeInference(request, { at, thread: more.threadId ?? threadId }),
    ),
  };
}

export class MemorySink implements ExportSink {
  readonly files = new Map<string, Buffer>();
  readonly places: ExportPlace[] = [];
  readonly losses: { readonly request: string; readonly losses: readonly Loss[] }[] = [];

  line(file: string, text: string | Uint8Array): void {
    this.bytes(file, text);
    this.bytes(file, '\n');
  }

  bytes(file: string, bytes: string | Uint8Array): void {
    const known = this.files.get(file) ?? Buffer.alloc(0);
    this.files.set(file, Buffer.concat([known, Buffer.from(bytes)]));
  }

  describe(): void {}

  place(place: ExportPlace): void {
    this.places.push(place);
  }

  lose(request: string, losses: readonly Loss[]): void {
    if (losses.length > 0) this.losses.push({ request, losses });
  }

  text(file: string): string {
    return this.files.get(file)?.toString() ?? '';
  }

  /** The lines of a file, parsed. */
  values(file: string): readonly JsonRecord[] {
    const lines = this.text(file).split('\n').slice(0, -1);
    return lines.map((line): JsonRecord => JSON.parse(line));
  }

  lossCodes(): readonly string[] {
    return this.losses.flatMap(({ losses }) => losses.map(({ code }) => code));
  }
}

export function runExport(
  format: ExportFormat,
  sessions: Iterable<TracedSession>,
  options: Readonly<Record<string, string>> = {},
): MemorySink {
  const sink = new MemorySink();
  const shared = { set: {}, unset: [], encryptedReasoning: 'keep' } as const;
  const exporter = format.create({ ...shared, format: options }, sink);
  for (const { session, inferences } of sessions) {
    exporter.startSession?.(session);
    for (const inference of inferences) exporter.add(inference);
    exporter.endSession?.();
  }
  exporter.finish?.();
  return sink;
}

/** What the format's own check finds in a file. */
export function faultsOf(format: ExportFormat, text: string): readonly ValueFault[] {
  const faults: ValueFault[] = [];
  const take = format.check?.start();
  const texts = format.check?.form === 'json' ? [text] : text.split('\n').slice(0, -1);
  for (const each of texts) {
    take?.(JSON.parse(each), (fault) => faults.push(fault));
  }
  return faults;
}

export function said(role: string, text: string): JsonRecord {
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  return { type: 'message', role, content: [{ type, text }] };
}

export function called(id: string, args: string, name = 'grind'): JsonRecord {
  return { type: 'function_call', call_id: id, name, arguments: args };
}

export function output(id: string, text: string): JsonRecord {
  return { type: 'function_call_output', call_id: id, output: text };
}

export function thought(text: string): JsonRecord {
  return {
    type: 'reasoning',
    summary: [{ type: 'summary_text', text }],
    encrypted_content: 'c2VhbGVk',
  };
}

function madeInference(
  { input, answer = [], usage, kind = 'turn', body = {} }: MadeRequest,
  { at, thread }: { readonly at: number; readonly thread: string },
): Inference {
  const request = { model: 'stone', instructions: 'Mill.', input, ...body };
  return {
    id: `${thread}#${String(at)}`,
    source: { file: 'mill.jsonl', line: at + 1 },
    at,
    kind,
    fidelity: {},
    body: Buffer.from(JSON.stringify(request)),
    request,
    trace: { parts: [], spans: [] },
    facts: {
      sentAtMs: Date.UTC(2026, 0, 1, 0, 0, at),
      answeredAtMs: Date.UTC(2026, 0, 1, 0, 0, at, 500),
      answer,
      ...(usage === undefined ? {} : { usage }),
    },
  };
}
