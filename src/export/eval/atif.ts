/** `atif`: one trajectory for each session, as version 1.7 of the format has it (formats §2.5). */

import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference, SessionFacts, TokenUsage } from '../../contract/inference.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import { openaiTool } from '../chat/openai-tools.js';
import { readExchange } from '../chat/read-exchange.js';
import { CustomIds } from '../custom-id.js';
import { LossList } from '../loss-list.js';
import { type AtifStep, AtifSteps } from './atif-steps.js';
import { checkAtif, schemaVersion } from '../check/atif.js';

export const atif: ExportFormat = {
  name: 'atif',
  summary: 'ATIF 1.7: one trajectory for each session',
  options: {},
  create: (options, sink) => new AtifTrajectories(options, sink),
  check: checkAtif,
};

/** A session while it is gathered. */
interface Gathered {
  readonly session: SessionFacts;
  readonly steps: AtifSteps;
  readonly tools: Map<string, JsonRecord>;
  readonly usages: TokenUsage[];
  model: string | undefined;
}

class AtifTrajectories implements Exporter {
  readonly #options: ExportOptions;
  readonly #sink: ExportSink;
  readonly #ids = new CustomIds();
  #gathered: Gathered | undefined;

  constructor(options: ExportOptions, sink: ExportSink) {
    this.#options = options;
    this.#sink = sink;
  }

  startSession(session: SessionFacts): void {
    const empty = { steps: new AtifSteps(), tools: new Map(), usages: [], model: undefined };
    this.#gathered = { session, ...empty };
  }

  add(inference: Inference): void {
    const gathered = this.#gathered;
    if (gathered === undefined) return;
    const exchange = readExchange(inference, this.#options);
    const { tools, model, losses } = exchange.chat;
    const own = new LossList();
    gathered.steps.add(inference, exchange, own);
    gathered.model ??= model;
    for (const tool of tools) {
      if (!gathered.tools.has(tool.name)) gathered.tools.set(tool.name, openaiTool(tool));
    }
    if (inference.facts.usage !== undefined) gathered.usages.push(inference.facts.usage);
    this.#sink.lose(inference.id, [...losses, ...own.losses]);
  }

  /** A trajectory has a step at least; a session without one is left out. */
  endSession(): void {
    const gathered = this.#gathered;
    this.#gathered = undefined;
    if (gathered === undefined || gathered.steps.steps.length === 0) return;
    const { steps } = gathered.steps;
    const id = this.#ids.next(gathered.session.threadId);
    const file = `${id}.json`;
    this.#sink.bytes(file, `${JSON.stringify(trajectory(gathered, id))}\n`);
    for (const [index, { inference, from }] of steps.entries()) {
      this.#sink.place({
        file,
        record: `/steps/${String(index)}`,
        request: inference.id,
        source: inference.source,
        parts: [from],
      });
    }
  }
}

function trajectory({ session, steps, tools, usages, model }: Gathered, id: string): JsonRecord {
  const { sessionId, cliVersion = 'unknown', forkedFromId, parentThreadId } = session;
  const extra = {
    ...optional('forked_from_id', forkedFromId),
    ...optional('parent_thread_id', parentThreadId),
  };
  return {
    schema_version: schemaVersion,
    session_id: sessionId,
    trajectory_id: id,
    agent: {
      name: 'codex',
      version: cliVersion,
      ...optional('model_name', model),
      ...(tools.size === 0 ? {} : { tool_definitions: [...tools.values()] }),
    },
    steps: steps.steps.map(numbered),
    final_metrics: {
      ...(usages.length === 0 ? {} : totals(usages)),
      total_steps: steps.steps.length,
    },
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

function numbered({ members, results }: AtifStep, index: number): JsonRecord {
  const observation = results.length === 0 ? {} : { observation: { results } };
  return { step_id: index + 1, ...members, ...observation };
}

function totals(usages: readonly TokenUsage[]): JsonRecord {
  const sumOf = (count: (usage: TokenUsage) => number): number => {
    return usages.reduce((sum, usage) => sum + count(usage), 0);
  };
  return {
    total_prompt_tokens: sumOf((usage) => usage.inputTokens),
    total_completion_tokens: sumOf((usage) => usage.outputTokens),
    total_cached_tokens: sumOf((usage) => usage.cachedInputTokens),
  };
}
