/** Sorts traced requests by the render they are to be compared with: rollout files, and settings no rollout holds. */

import { basename } from 'node:path';
import type { ItemIdsMode, ProviderMode } from '../contract/options.js';
import { plainPathOf } from '../sources/rollout-name.js';
import type { TracedRequest } from '../sources/trace-bundle.js';
import { elementsOf, fieldsOf } from './json-text.js';

/** What a render is told of the session besides its rollout. Undefined: not known here either. */
export interface SessionFacts {
  readonly provider: ProviderMode | undefined;
  readonly itemIds: ItemIdsMode | undefined;
  /** The tools in front of a lite model's input, as JSON. */
  readonly tools: string | undefined;
}

export interface RequestGroup {
  /** Rollouts that may hold them; none when none was given. */
  readonly files: readonly string[];
  readonly facts: SessionFacts;
  /** In the order they were sent. */
  readonly requests: readonly TracedRequest[];
}

/** Rollouts by thread id. */
export type ThreadFiles = ReadonlyMap<string, readonly string[]>;

export function groupRequests(
  requests: readonly TracedRequest[],
  threads: ThreadFiles,
): readonly RequestGroup[] {
  const groups = new Map<string, { files: readonly string[]; facts: SessionFacts; requests: TracedRequest[] }>();
  for (const request of requests) {
    const files = filesOf(request, threads);
    const facts = factsIn(request);
    const key = JSON.stringify([files.length === 0 ? request.threadId : files, facts]);
    const group = groups.get(key) ?? { files, facts, requests: [] };
    group.requests.push(request);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The file the trace names, when it is among those of the thread; else all of them. */
function filesOf({ threadId, rolloutPath }: TracedRequest, threads: ThreadFiles): readonly string[] {
  const files = threads.get(threadId) ?? [];
  if (rolloutPath === undefined) return files;
  const name = plainNameOf(rolloutPath);
  const named = files.filter((file) => plainNameOf(file) === name);
  return named.length === 0 ? files : named;
}

function plainNameOf(path: string): string {
  // A trace may come from Windows.
  return plainPathOf(basename(path.replaceAll('\\', '/')));
}

function factsIn(request: TracedRequest): SessionFacts {
  const { providerName } = request;
  const provider = providerName === undefined ? undefined : providerOf(providerName);
  const body = fieldsOf(request.read());
  const items = elementsOf(body.find(({ key }) => key === 'input')?.value ?? '[]');
  return {
    provider,
    itemIds: request.kind === 'inference' ? itemIdsOf(items) : undefined,
    tools: items[0] === undefined ? undefined : frontTools(items[0]),
  };
}

function providerOf(name: string): ProviderMode {
  return name === 'OpenAI' ? 'openai' : 'other';
}

function itemIdsOf(items: readonly string[]): ItemIdsMode {
  return items.some((item) => fieldsOf(item).some(({ key }) => key === 'id')) ? 'on' : 'off';
}

function frontTools(item: string): string | undefined {
  if (!item.startsWith('{"type":"additional_tools"')) return undefined;
  return fieldsOf(item).find(({ key }) => key === 'tools')?.value;
}
