/** Sorts traced requests by the render they are to be compared with: rollout files, and settings no rollout holds. */

import { basename } from 'node:path';
import type { ItemIdsMode, ProviderMode } from '../contract/options.js';
import { plainPathOf } from '../sources/rollout-name.js';
import type { TracedRequest } from '../sources/trace-bundle.js';
import { elementsOf, fieldsOf } from './json-text.js';

/** What a render is told of the session besides its rollout. Undefined: nothing. */
export interface SessionFacts {
  readonly provider: ProviderMode | undefined;
  readonly itemIds: ItemIdsMode | undefined;
  /** The tools in front of a lite model's input, as JSON. */
  readonly tools: string | undefined;
}

export interface RequestGroup {
  /** Rollouts that may hold them, at least one. */
  readonly files: readonly string[];
  readonly facts: SessionFacts;
  /** In the order they were sent. */
  readonly requests: readonly TracedRequest[];
}

/** What is known before the trace is looked at. */
export interface Known {
  /** Rollouts by thread id. */
  readonly threads: ReadonlyMap<string, readonly string[]>;
  /** Facts that are not taken from the trace. */
  readonly given: readonly (keyof SessionFacts)[];
}

/** Requests of threads without a rollout are in no group. */
export function groupRequests(
  requests: readonly TracedRequest[],
  known: Known,
): readonly RequestGroup[] {
  const groups = new Map<string, RequestGroup & { readonly requests: TracedRequest[] }>();
  for (const request of requests) {
    const files = filesOf(request, known);
    if (files.length === 0) continue;
    const facts = factsIn(request, known);
    const key = JSON.stringify([files, facts]);
    const group = groups.get(key) ?? { files, facts, requests: [] };
    group.requests.push(request);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The file the trace names, when it is among those of the thread; else all of them. */
function filesOf({ threadId, rolloutPath }: TracedRequest, { threads }: Known): readonly string[] {
  const files = threads.get(threadId) ?? [];
  if (rolloutPath === undefined) return files;
  const named = files.filter((file) => plainNameOf(file) === plainNameOf(rolloutPath));
  return named.length === 0 ? files : named;
}

function plainNameOf(path: string): string {
  // A trace may come from Windows.
  return plainPathOf(basename(path.replaceAll('\\', '/')));
}

function factsIn(request: TracedRequest, { given }: Known): SessionFacts {
  const { providerName } = request;
  const body = new Map(fieldsOf(request.read()).map(({ key, value }) => [key, value]));
  const items = elementsOf(body.get('input') ?? '[]');
  const isPart = request.kind === 'compaction' && !body.has('prompt_cache_key');
  const provider = providerName === undefined ? undefined : providerOf(providerName);
  // Compactions are traced with ids that are not sent.
  const itemIds = request.kind === 'inference' ? itemIdsOf(items) : undefined;
  return {
    provider: given.includes('provider') ? undefined : provider,
    itemIds: given.includes('itemIds') ? undefined : itemIds,
    tools: given.includes('tools') ? undefined : frontTools(items[0], { isPart }),
  };
}

function providerOf(name: string): ProviderMode {
  return name === 'OpenAI' ? 'openai' : 'other';
}

function itemIdsOf(items: readonly string[]): ItemIdsMode {
  return items.some((item) => fieldsOf(item).some(({ key }) => key === 'id')) ? 'on' : 'off';
}

/** Whatever it is when the tools are traced nowhere and not compared, but have to be something to be rendered. */
export const anyTools = '[]';

/** @param isPart whether the trace holds the request only in part, which the tools are not of */
function frontTools(
  item: string | undefined,
  { isPart }: { readonly isPart: boolean },
): string | undefined {
  if (isPart) return anyTools;
  if (item?.startsWith('{"type":"additional_tools"') !== true) return undefined;
  return fieldsOf(item).find(({ key }) => key === 'tools')?.value;
}
