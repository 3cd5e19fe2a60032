/** Counts what the sessions of a corpus hold, one request in memory at a time. */

import type { Inference, SessionFacts, TracedSession } from '../../contract/inference.js';
import type { TokenCounter } from '../../contract/tokens.js';
import { type MeasuredPrompt, type Segment, SegmentMeter } from './measure-segments.js';
import { SharedHeads } from './shared-heads.js';

export interface Size {
  bytes: number;
  tokens: number;
}

/** Requests with one number in their session, for the plot over it. */
export interface NumberStats {
  tokens: number;
  sharedInSession: number;
  sharedInCorpus: number;
  /** Recorded by the server. */
  inputTokens: number;
  cachedTokens: number;
}

/** Sums over a corpus. Sizes of requests count what is sent each time it is sent. */
export interface CorpusStats {
  readonly counter: TokenCounter['name'];
  sessions: number;
  turns: number;
  readonly inferences: Record<string, number>;
  compactions: number;
  readonly versions: Record<string, number>;
  /** Inferences by model. */
  readonly models: Record<string, number>;
  /** Of the rollouts; superseded: compaction records that a later one made needless. */
  readonly input: { bytes: number; lines: number; supersededBytes: number };
  /** Bytes of the bodies; bytes and tokens of the prompt in them: base instructions, tools, items. */
  readonly requests: { bytes: number; largestBytes: number; readonly prompt: Size };
  readonly sections: Record<string, Size & { parts: number }>;
  readonly images: { sent: number; distinct: number; sentBytes: number };
  /** What leading segments share with the request before in the session, and with any before in the corpus. */
  readonly prefix: { readonly session: Size; readonly corpus: Size };
  /** Texts that stand in a request a second time; requests whose whole prompt was sent before. */
  readonly duplicates: { parts: number; bytes: number; tokens: number; requests: number };
  /** Recorded counts of the server. */
  readonly usage: {
    requests: number;
    inputTokens: number;
    cachedInputTokens: number;
    outputTokens: number;
    reasoningOutputTokens: number;
  };
  /** Bodies by the power of two that their bytes do not reach. */
  readonly sizes: Map<number, number>;
  readonly numbers: NumberStats[];
}

/** A text that stands twice is worth a word from this length on, in bytes. */
const duplicateFrom = 64;

/** Adds up sessions, one after the other; `stats` is what they came to so far. */
export class StatsCollector {
  readonly stats: CorpusStats;
  readonly #counter: TokenCounter;
  readonly #heads = new SharedHeads();
  readonly #images = new Set<string>();

  constructor(counter: TokenCounter) {
    this.#counter = counter;
    this.stats = emptyStats(counter.name);
  }

  /** @throws what walking the inferences throws; what came before it stays counted */
  addSession({ session, inferences }: TracedSession): void {
    this.#countSession(session);
    const meter = new SegmentMeter(this.#counter);
    this.#heads.startSession();
    for (const inference of inferences) {
      this.#countRequest(inference);
      const prompt = meter.measure(inference);
      this.#countSegments(prompt.segments);
      this.#countSharing(inference, prompt);
    }
  }

  #countSession({ cliVersion, inputBytes, lines, supersededBytes }: SessionFacts): void {
    const { stats } = this;
    stats.sessions += 1;
    addOne(stats.versions, cliVersion ?? 'not told');
    stats.input.bytes += inputBytes;
    stats.input.lines += lines;
    stats.input.supersededBytes += supersededBytes;
  }

  #countRequest({ kind, body, facts }: Inference): void {
    const { stats } = this;
    addOne(stats.inferences, kind);
    if (kind === 'turn') stats.turns += 1;
    if (kind === 'compaction') stats.compactions += 1;
    stats.requests.bytes += body.length;
    stats.requests.largestBytes = Math.max(stats.requests.largestBytes, body.length);
    const power = 2 ** Math.ceil(Math.log2(body.length + 1));
    stats.sizes.set(power, (stats.sizes.get(power) ?? 0) + 1);
    const { usage } = facts;
    if (usage === undefined) return;
    stats.usage.requests += 1;
    stats.usage.inputTokens += usage.inputTokens;
    stats.usage.cachedInputTokens += usage.cachedInputTokens;
    stats.usage.outputTokens += usage.outputTokens;
    stats.usage.reasoningOutputTokens += usage.reasoningOutputTokens;
  }

  #countSegments(segments: readonly Segment[]): void {
    const { sections, images, duplicates, requests } = this.stats;
    const seen = new Set<string>();
    addSize(requests.prompt, sizeOf(segments));
    for (const { name, bytes, tokens, digest } of segments.flatMap(({ parts }) => parts)) {
      const section = (sections[name] ??= { parts: 0, bytes: 0, tokens: 0 });
      section.parts += 1;
      addSize(section, { bytes, tokens });
      if (bytes >= duplicateFrom && seen.has(digest)) {
        duplicates.parts += 1;
        addSize(duplicates, { bytes, tokens });
      }
      seen.add(digest);
    }
    for (const image of segments.flatMap((segment) => segment.images)) {
      images.sent += 1;
      images.sentBytes += image.bytes;
      this.#images.add(image.digest);
    }
    images.distinct = this.#images.size;
  }

  #countSharing({ at, facts }: Inference, { model, segments }: MeasuredPrompt): void {
    const { stats } = this;
    addOne(stats.models, model);
    const shared = this.#heads.add(model, segments);
    const session = sizeOf(segments.slice(0, shared.session));
    const corpus = sizeOf(segments.slice(0, shared.corpus));
    addSize(stats.prefix.session, session);
    addSize(stats.prefix.corpus, corpus);
    if (shared.corpus === segments.length) stats.duplicates.requests += 1;
    const number = (stats.numbers[at] ??= emptyNumber());
    number.tokens += sizeOf(segments).tokens;
    number.sharedInSession += session.tokens;
    number.sharedInCorpus += corpus.tokens;
    number.inputTokens += facts.usage?.inputTokens ?? 0;
    number.cachedTokens += facts.usage?.cachedInputTokens ?? 0;
  }
}

function emptyStats(counter: TokenCounter['name']): CorpusStats {
  return {
    counter,
    sessions: 0,
    turns: 0,
    inferences: {},
    compactions: 0,
    versions: {},
    models: {},
    input: { bytes: 0, lines: 0, supersededBytes: 0 },
    requests: { bytes: 0, largestBytes: 0, prompt: { bytes: 0, tokens: 0 } },
    sections: {},
    images: { sent: 0, distinct: 0, sentBytes: 0 },
    prefix: { session: { bytes: 0, tokens: 0 }, corpus: { bytes: 0, tokens: 0 } },
    duplicates: { parts: 0, bytes: 0, tokens: 0, requests: 0 },
    usage: {
      requests: 0,
      inputTokens: 0,
      cachedInputTokens: 0,
      outputTokens: 0,
      reasoningOutputTokens: 0,
    },
    sizes: new Map(),
    numbers: [],
  };
}

function emptyNumber(): NumberStats {
  return { tokens: 0, sharedInSession: 0, sharedInCorpus: 0, inputTokens: 0, cachedTokens: 0 };
}

function sizeOf(segments: readonly Segment[]): Size {
  const size = { bytes: 0, tokens: 0 };
  for (const segment of segments) addSize(size, segment);
  return size;
}

function addSize(sum: Size, { bytes, tokens }: Readonly<Size>): void {
  sum.bytes += bytes;
  sum.tokens += tokens;
}

function addOne(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
