/** Reads what Codex records with `CODEX_ROLLOUT_TRACE_ROOT`: bundles of events and payloads, of schema 1 and 3. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PromptmillError } from '../contract/errors.js';
import { sortByCodePoints } from '../contract/code-point-order.js';
import { readable } from './read-file.js';
import { badTrace, numberOf, recordOf, stringOf } from './trace-errors.js';
import { readEvents, type TraceEvent } from './trace-events.js';
import { openPayloads, type PayloadReference, type TracePayloads } from './trace-payloads.js';
import { readJsonFile } from './read-json-file.js';

/** One request that the trace says was sent. */
export interface TracedRequest {
  /** The event's own id of it. */
  readonly id: string;
  /** `compaction`: only those that the provider did, see `test/conformance/TRACE.md`. */
  readonly kind: 'inference' | 'compaction';
  readonly threadId: string;
  readonly turnId: string | undefined;
  readonly providerName: string | undefined;
  /** The rollout of the thread, as the trace names it. */
  readonly rolloutPath: string | undefined;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** What was sent, as JSON without white space. */
  readonly read: () => string;
}

/** Everything one process recorded of one root thread. */
export interface TraceBundle {
  readonly folder: string;
  readonly schemaVersion: number;
  readonly startedAtMs: number;
  /** In the order they were sent. */
  readonly requests: readonly TracedRequest[];
}

const manifestName = 'manifest.json';
const knownSchemas: readonly number[] = [1, 3];

/**
 * Opens the bundle in `folder`, or all bundles in the folders right below it, in the order they were started.
 * @throws PromptmillError `bad_trace` with file and line, `input_not_found` or `input_unreadable`
 */
export function openTrace(folder: string): readonly TraceBundle[] {
  const folders = bundleFolders(folder);
  if (folders.length === 0) throw noBundle(folder);
  return folders.map(openBundle).toSorted((one, other) => one.startedAtMs - other.startedAtMs);
}

function bundleFolders(folder: string): string[] {
  if (namesIn(folder).includes(manifestName)) return [folder];
  return sortByCodePoints(namesIn(folder))
    .map((name) => join(folder, name))
    .filter((path) => isFolderWithManifest(path));
}

function isFolderWithManifest(path: string): boolean {
  try {
    return namesIn(path).includes(manifestName);
  } catch (error) {
    // Files lie beside bundles now and then.
    if (error instanceof PromptmillError) return false;
    throw error;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readable(() => readdirSync(folder));
  } catch (error) {
    throw error instanceof PromptmillError ? error.inFile(folder) : error;
  }
}

function openBundle(folder: string): TraceBundle {
  const place = { file: join(folder, manifestName) };
  const manifest = recordOf(readJsonFile(place.file, 'bad_trace').value, place);
  const schemaVersion = numberOf(manifest['schema_version'], 'schema_version', place);
  if (!knownSchemas.includes(schemaVersion)) throw unknownSchema(place.file, schemaVersion);
  const log = stringOf(manifest['raw_event_log'], 'raw_event_log', place);
  return {
    folder,
    schemaVersion,
    startedAtMs: numberOf(manifest['started_at_unix_ms'], 'started_at_unix_ms', place),
    requests: readRequests(join(folder, log), openPayloads(folder, schemaVersion)),
  };
}

function readRequests(file: string, payloads: TracePayloads): TracedRequest[] {
  const rollouts = new Map<string, string>();
  const requests: TracedRequest[] = [];
  for (const event of readEvents(file)) {
    if (event.type === 'thread_started') {
      const path = rolloutPathOf(event, payloads);
      if (path !== undefined) rollouts.set(event.text('thread_id'), path);
    } else {
      requests.push(toRequest(event, payloads, rollouts));
    }
  }
  return requests;
}

function rolloutPathOf(event: TraceEvent, payloads: TracePayloads): string | undefined {
  const reference = event.optionalReference('metadata_payload');
  if (reference === undefined) return undefined;
  const metadata: unknown = JSON.parse(payloads.read(reference));
  const path = recordOf(metadata, event)['rollout_path'];
  return typeof path === 'string' ? path : undefined;
}

function toRequest(
  event: TraceEvent,
  payloads: TracePayloads,
  rollouts: ReadonlyMap<string, string>,
): TracedRequest {
  const threadId = event.text('thread_id');
  const reference: PayloadReference = event.reference('request_payload');
  const isInference = event.type === 'inference_started';
  return {
    id: event.text(isInference ? 'inference_call_id' : 'compaction_request_id'),
    kind: isInference ? 'inference' : 'compaction',
    threadId,
    turnId: event.optionalText('codex_turn_id'),
    providerName: event.optionalText('provider_name'),
    rolloutPath: rollouts.get(threadId),
    file: event.file,
    line: event.line,
    read: () => payloads.read(reference),
  };
}

function noBundle(folder: string): PromptmillError {
  return new PromptmillError('bad_trace', `${folder} holds no trace`, {
    file: folder,
    found: `no ${manifestName}, here or one folder below`,
    expected: 'a bundle, or a folder of bundles',
    remedy: 'name the folder that CODEX_ROLLOUT_TRACE_ROOT named when the session ran',
  });
}

function unknownSchema(file: string, found: number): PromptmillError {
  return badTrace(
    { file },
    { found: `schema_version ${String(found)}`, expected: knownSchemas.join(' or ') },
  );
}
