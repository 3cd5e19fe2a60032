// Made-up inferences for tests of exports, and a sink that keeps what it is given.

import type { Loss } from '../../src/contract/chat.js';
import type { ExportOptions, ExportPlace, ExportSink } from '../../src/contract/export.js';
import type { Inference, InferenceFacts } from '../../src/contract/inference.js';
import type { JsonRecord } from '../../src/contract/json-record.js';

export const asSent: ExportOptions = {
  set: {},
  unset: [],
  encryptedReasoning: 'keep',
  format: {},
};

export interface MadeInference {
  readonly id?: string;
  readonly at?: number;
  readonly facts?: Partial<InferenceFacts>;
}

export function madeInference(request: JsonRecord, made: MadeInference = {}): Inference {
  const at = made.at ?? 0;
  return {
    id: made.id ?? `thread#${String(at)}`,
    source: { file: 'rollout.jsonl', line: 2 + at },
    at,
    kind: 'turn',
    fidelity: {},
    body: Buffer.from(JSON.stringify(request)),
    request,
    trace: { parts: [], spans: [] },
    facts: { answer: [], ...made.facts },
  };
}

/** Keeps what a format makes. */
export class KeptExport implements ExportSink {
  readonly files: Record<string, string> = {};
  readonly facts: Record<string, JsonRecord> = {};
  readonly places: ExportPlace[] = [];
  readonly losses: Record<string, readonly Loss[]> = {};

  line(file: string, text: string | Uint8Array): void {
    this.bytes(file, text);
    this.bytes(file, '\n');
  }

  bytes(file: string, bytes: string | Uint8Array): void {
    this.files[file] = (this.files[file] ?? '') + Buffer.from(bytes).toString();
  }

  describe(file: string, facts: JsonRecord): void {
    this.facts[file] = facts;
  }

  place(place: ExportPlace): void {
    this.places.push(place);
  }

  lose(request: string, losses: readonly Loss[]): void {
    this.losses[request] = losses;
  }
}
