/** Compares one group of traced requests with the requests rendered from their rollouts. */

import { type PreparedContext, prepareContext } from '../assemble/prepare-context.js';
import { type ErrorRecord, PromptmillError } from '../contract/errors.js';
import type { RenderContext } from '../contract/session.js';
import { type Miss, NearestSearch } from './find-nearest.js';
import type { RequestGroup, SessionFacts } from './group-requests.js';
import { candidatesFor, matchGroup, type Outline } from './match-group.js';
import type { LineRenderer } from './render-lines.js';
import { claimOf, digestOf, readRendered, type RenderedBody } from './request-bodies.js';

export interface GroupResult {
  readonly equal: number;
  /** Of those equal, the ones the trace holds only in part. */
  readonly equalInPart: number;
  readonly misses: readonly Miss[];
  /** Rollouts that could not be rendered. */
  readonly failures: readonly ErrorRecord[];
  /** Keys that were not compared, with the reason. */
  readonly unknown: ReadonlyMap<string, string>;
}

export class GroupVerifier {
  readonly #renderer: LineRenderer;
  readonly #base: RenderContext;

  /** @param base what holds for all sessions; what a group's facts hold goes before it */
  constructor(renderer: LineRenderer, base: RenderContext) {
    this.#renderer = renderer;
    this.#base = base;
  }

  /** @throws PromptmillError `bad_trace` */
  async verify(group: RequestGroup): Promise<GroupResult> {
    const context = prepareContext(contextFor(this.#base, group.facts));
    const outlines: Outline[] = [];
    const failures = await this.#render(group, context, (body) => {
      const claim = claimOf(body);
      outlines.push({ claim, digest: digestOf(body.fields, claim), unknown: body.unknown });
    });
    const matching = matchGroup(group.requests, outlines);
    const { matched, kinds } = matching;
    const searches = matched.flatMap((position, index) => {
      const request = group.requests[index];
      if (position >= 0 || request === undefined) return [];
      return [
        {
          search: new NearestSearch(request),
          candidates: candidatesFor(index, matching, outlines),
        },
      ];
    });
    await this.#lookAgain(group, context, searches);
    return {
      equal: matched.filter((position) => position >= 0).length,
      equalInPart: matched.filter((position, index) => position >= 0 && kinds[index] === 'part')
        .length,
      misses: searches.map(({ search }) => search.result()),
      failures,
      unknown: joinMaps(matched.flatMap((position) => outlines[position]?.unknown ?? [])),
    };
  }

  /** Renders once more: requests may be too many and too long to have been kept. */
  async #lookAgain(
    group: RequestGroup,
    context: PreparedContext,
    searches: readonly OpenSearch[],
  ): Promise<void> {
    if (searches.every(({ candidates }) => candidates.length === 0)) return;
    let position = 0;
    await this.#render(group, context, (body) => {
      for (const { search, candidates } of searches) {
        if (candidates.includes(position)) search.look(body);
      }
      position += 1;
    });
  }

  async #render(
    { files }: RequestGroup,
    context: PreparedContext,
    take: (body: RenderedBody) => void,
  ): Promise<ErrorRecord[]> {
    const failures: ErrorRecord[] = [];
    const hasTools = { given: this.#base.tools !== undefined };
    for (const file of files) {
      try {
        await this.#renderer.render(file, context, (line) => take(readRendered(line, hasTools)));
      } catch (error) {
        if (!(error instanceof PromptmillError) || error.code === 'bad_trace') throw error;
        failures.push(error.inFile(file).toRecord());
      }
    }
    return failures;
  }
}

interface OpenSearch {
  readonly search: NearestSearch;
  /** Positions of rendered requests. */
  readonly candidates: readonly number[];
}

function contextFor(
  base: RenderContext,
  { provider, itemIds, tools }: SessionFacts,
): RenderContext {
  const { options } = base;
  return {
    ...base,
    options: {
      ...options,
      at: { kind: 'all' },
      provider: provider ?? options.provider,
      itemIds: itemIds ?? options.itemIds,
    },
    tools: base.tools ?? (tools === undefined ? undefined : new TextEncoder().encode(tools)),
  };
}

/** What is in any of some maps. */
export function joinMaps(
  maps: readonly ReadonlyMap<string, string>[],
): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const map of maps) {
    for (const [key, value] of map) all.set(key, value);
  }
  return all;
}
