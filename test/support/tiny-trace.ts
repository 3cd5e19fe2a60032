// Small made-up trace bundles of both schemas.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A value of a bundle, or one that is put together from texts and other values. */
export type TinyPayload =
  | { readonly value: unknown }
  | { readonly texts: readonly string[]; readonly parts: readonly TinyPayload[] };

export interface TinyRequest {
  readonly thread: string;
  readonly payload: TinyPayload;
  readonly type?: 'inference_started' | 'compaction_request_started';
  readonly provider?: string;
}

export interface TinyBundle {
  readonly schema: 1 | 3;
  readonly startedAtMs?: number;
  /** Where the trace says that the threads' rollouts are. */
  readonly rollouts?: Readonly<Record<string, string>>;
  readonly requests: readonly TinyRequest[];
}

/** Writes a bundle into `folder`, which is made. */
export function writeTinyBundle(folder: string, bundle: TinyBundle): void {
  mkdirSync(join(folder, 'payloads'), { recursive: true });
  const { schema, startedAtMs = 0, rollouts = {}, requests } = bundle;
  const manifest = {
    schema_version: schema,
    started_at_unix_ms: startedAtMs,
    raw_event_log: 'trace.jsonl',
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const payloads = schema === 1 ? new Files(folder) : new Shard();
  const events = [
    { type: 'rollout_started' },
    ...Object.entries(rollouts).map(([thread, path]) => ({
      type: 'thread_started',
      thread_id: thread,
      metadata_payload: payloads.add({ value: { rollout_path: path } }),
    })),
    ...requests.map((request, index) => startedEvent(request, index, payloads)),
  ];
  const lines = events.map((payload, seq) =>
    JSON.stringify({ schema_version: schema, seq, payload }),
  );
  writeFileSync(join(folder, 'trace.jsonl'), lines.map((line) => `${line}\n`).join(''));
  const shard = join(folder, 'payloads/000001.zst');
  if (payloads instanceof Shard) writeFileSync(shard, payloads.frame());
}

function startedEvent(request: TinyRequest, index: number, payloads: Files | Shard): unknown {
  const { type = 'inference_started', thread, provider = 'mock', payload } = request;
  return {
    type,
    [type === 'inference_started' ? 'inference_call_id' : 'compaction_request_id']: `call-${index}`,
    thread_id: thread,
    codex_turn_id: 'turn',
    provider_name: provider,
    request_payload: payloads.add(payload),
  };
}

class Files {
  readonly #folder: string;
  #count = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(payload: TinyPayload): unknown {
    if (!('value' in payload)) throw new Error('schema 1 has no parts');
    this.#count++;
    const path = `payloads/${this.#count}.json`;
    writeFileSync(join(this.#folder, path), JSON.stringify(payload.value, undefined, 2));
    return { raw_payload_id: `raw_payload:${this.#count}`, path };
  }
}

class Shard {
  readonly #records: Buffer[] = [];

  add(payload: TinyPayload): unknown {
    const parts = 'value' in payload ? [] : payload.parts.map((part) => this.add(part));
    const id = `raw_payload:${this.#records.length + 1}`;
    const value = Buffer.from(JSON.stringify('value' in payload ? payload.value : payload.texts));
    const head = Buffer.alloc(10);
    head.writeUInt16LE(id.length, 0);
    head.writeBigUInt64LE(BigInt(value.length), 2);
    this.#records.push(Buffer.concat([head, Buffer.from(id), value]));
    return { raw_payload_id: id, shard: 1, ...(parts.length === 0 ? {} : { parts }) };
  }

  /** One frame, each record a block that is not compressed. */
  frame(): Buffer {
    const blocks = this.#records.map((record, index) => {
      const isLast = index === this.#records.length - 1 ? 1 : 0;
      const head = Buffer.alloc(3);
      head.writeUIntLE((record.length << 3) | isLast, 0, 3);
      return Buffer.concat([head, record]);
    });
    const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
    return Buffer.concat([header, ...blocks]);
  }
}
