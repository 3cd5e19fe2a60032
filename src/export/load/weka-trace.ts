/** One conversation as a Weka trace. */

import type { ExportPlace } from '../../contract/export.js';
import { type BlockIds, PromptWalk } from './block-ids.js';
import type { Conversation } from './gather-conversations.js';
import { TimeLine } from './request-times.js';
import type { WekaRequest, WekaSession } from './weka-request.js';

export interface TraceRule {
  readonly id: string;
  readonly ids: BlockIds;
  readonly scope: 'local' | 'global';
  readonly blockTokens: number;
  readonly mostIdleMs: number;
}

type Place = Omit<ExportPlace, 'file'>;

export interface WekaTrace {
  /** What the file holds. */
  readonly trace: object;
  /** Where each request stands in it, as a JSON pointer. */
  readonly places: readonly Place[];
}

/** Milliseconds from the start of the conversation, by request. */
type Starts = ReadonlyMap<WekaRequest, number>;

const msPerSecond = 1000;

export function wekaTrace({ root, agents }: Conversation, rule: TraceRule): WekaTrace {
  const sessions = [root, ...agents];
  const starts = placeAll(sessions, rule.mostIdleMs);
  const places: Place[] = [];
  const write = (session: WekaSession): SessionWriter => {
    return new SessionWriter(session, { starts, ids: rule.ids, places });
  };
  const main = write(root);
  const rows = [...main.rows(), ...agents.map((agent) => agentRow(agent, write(agent)))].toSorted(
    (a, b) => a.startMs - b.startMs,
  );
  const trace = {
    id: rule.id,
    models: modelsOf(sessions),
    block_size: rule.blockTokens,
    hash_id_scope: rule.scope,
    ...prefixTokens(root),
    requests: rows.map((row, index) => row.write(`/requests/${String(index)}`)),
  };
  return { trace, places };
}

/** An element of a list of requests. Elements are written in their order, for block ids are given in it. */
interface Row {
  readonly startMs: number;
  write(path: string): object;
}

interface WriterParts {
  readonly starts: Starts;
  readonly ids: BlockIds;
  readonly places: Place[];
}

/** Writes the requests of one session in their order. */
class SessionWriter {
  readonly #requests: readonly WekaRequest[];
  readonly #parts: WriterParts;
  readonly #walk = new PromptWalk();
  #answeredMs: number | undefined;

  constructor({ requests }: WekaSession, parts: WriterParts) {
    this.#requests = requests;
    this.#parts = parts;
  }

  rows(): readonly Row[] {
    return this.#requests.map((request) => ({
      startMs: this.#startOf(request),
      write: (path) => this.#write(request, path),
    }));
  }

  #startOf(request: WekaRequest): number {
    return this.#parts.starts.get(request) ?? 0;
  }

  #write(request: WekaRequest, path: string): object {
    const { ids, places } = this.#parts;
    places.push({ record: path, request: request.id, source: request.source });
    const startMs = this.#startOf(request);
    const thinkMs = startMs - (this.#answeredMs ?? startMs);
    const isFollowing = this.#answeredMs !== undefined;
    const apiMs = request.endMs - request.startMs;
    this.#answeredMs = startMs + apiMs;
    return {
      t: startMs / msPerSecond,
      type: request.type,
      model: request.model,
      in: request.prompt.tokens,
      out: request.outputTokens,
      hash_ids: ids.of(this.#walk.next(request.prompt)),
      input_types: request.inputTypes,
      output_types: request.outputTypes,
      stop: request.stop,
      ...(request.isAnswerTimed ? { api_time: apiMs / msPerSecond } : {}),
      ...(isFollowing ? { think_time: Math.max(0, thinkMs) / msPerSecond } : {}),
    };
  }
}

/**
 * A sub-agent stands where its first request was sent: a reader takes it for spawned by the request above. Times within
 * count from the start of the conversation, as published traces have them: readers take only those for relative that lie
 * before the spawn.
 */
function agentRow(agent: WekaSession, writer: SessionWriter): Row {
  const rows = writer.rows();
  const startMs = rows[0]?.startMs ?? 0;
  const { requests } = agent;
  const endMs = Math.max(...requests.map((request) => request.endMs));
  const beginMs = requests[0]?.startMs ?? endMs;
  return {
    startMs,
    write: (path) => ({
      t: startMs / msPerSecond,
      type: 'subagent',
      agent_id: agent.threadId,
      subagent_type: 'thread',
      duration_ms: endMs - beginMs,
      total_tokens: sum(requests.map(({ prompt, outputTokens }) => prompt.tokens + outputTokens)),
      tool_use_count: sum(requests.map(({ calls }) => calls)),
      status: 'completed',
      models: modelsOf([agent]),
      ...prefixTokens(agent),
      requests: rows.map((row, index) => row.write(`${path}/requests/${String(index)}`)),
    }),
  };
}

function placeAll(sessions: readonly WekaSession[], mostIdleMs: number): Starts {
  const timeLine = new TimeLine(mostIdleMs);
  const inOrder = sessions
    .flatMap(({ requests }) => requests)
    .toSorted((a, b) => a.startMs - b.startMs);
  return new Map(inOrder.map((request) => [request, timeLine.place(request)]));
}

/** Of a session's first request: what every later one begins with. */
function prefixTokens({ requests: [first] }: WekaSession): object {
  return {
    tool_tokens: first?.prompt.toolTokens ?? 0,
    system_tokens: first?.prompt.systemTokens ?? 0,
  };
}

function modelsOf(sessions: readonly WekaSession[]): readonly string[] {
  return [...new Set(sessions.flatMap(({ requests }) => requests.map(({ model }) => model)))];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
