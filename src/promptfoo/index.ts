/**
 * What promptfoo loads from this package (formats §2.2): a provider, tests and a prompt function that find requests by
 * id. The types are promptfoo's, as far as they are used; the package itself is not needed to import this.
 */

import { resolve } from 'node:path';
import { arrayIn, parseRecord, recordIn, stringIn } from '../export/json-values.js';
import { type PostedAnswer, postRequest } from './post-request.js';
import { RequestFile } from './request-file.js';

/** What a configuration says of the provider. */
export interface ReplayConfig {
  /** A file of JSON lines with `id` and `request`, relative to the configuration. */
  readonly requests: string;
  /** A server of the Responses API, as `http://localhost:8000/v1`. Left out: the recorded answers are given. */
  readonly baseUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until an answer is given up; 600,000 when left out. */
  readonly timeoutMs?: number;
  /** Set by promptfoo: the folder of the configuration. */
  readonly basePath?: string;
}

export interface ReplayOptions {
  readonly id?: string;
  readonly config?: ReplayConfig;
}

export interface CallContext {
  readonly vars?: Readonly<Record<string, unknown>>;
}

export interface TokenCounts {
  readonly prompt: number;
  readonly completion: number;
  readonly total: number;
}

export interface ReplayResponse {
  readonly output?: string;
  readonly error?: string;
  readonly tokenUsage?: TokenCounts;
  readonly metadata?: { readonly request_id: string; readonly replayed: boolean };
}

export interface ReplayTest {
  readonly vars: { readonly request_id: string };
}

const defaultTimeoutMs = 600_000;

/** Sends the request that `request_id` names, or answers as the model did when it was recorded. */
export class ReplayProvider {
  readonly #id: string;
  readonly #config: ReplayConfig;
  #file: RequestFile | undefined;

  constructor({ id, config }: ReplayOptions = {}) {
    this.#id = id ?? 'promptmill:replay';
    this.#config = config ?? { requests: 'requests.jsonl' };
  }

  id(): string {
    return this.#id;
  }

  /** @param prompt the id, where the variables do not tell it */
  async callApi(prompt: string, context?: CallContext): Promise<ReplayResponse> {
    const { baseUrl, headers = {}, timeoutMs = defaultTimeoutMs } = this.#config;
    const id = stringIn(context?.vars?.['request_id']) ?? prompt.trim();
    try {
      this.#file ??= openRequests(this.#config);
      const { body, answer } = this.#file.read(id);
      const metadata = { request_id: id, replayed: baseUrl === undefined };
      if (baseUrl === undefined) {
        return { output: answer ?? Buffer.from(body).toString(), metadata };
      }
      const posted = await postRequest(body, { baseUrl, headers, timeoutMs });
      return { output: posted.text, metadata, ...usageOf(posted) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** A test for each request of a file: `tests: [{ path: 'package:promptmill/promptfoo:tests', config: … }]`. */
export function tests(config: ReplayConfig): readonly ReplayTest[] {
  return openRequests(config).ids.map((id) => ({ vars: { request_id: id } }));
}

/**
 * Makes a prompt function for promptfoo's own providers: the input of the request that `request_id` names, its base
 * instructions in front.
 * @example
 * // prompt.mjs, for `prompts: [file://prompt.mjs]`
 * export default createPrompt({ requests: 'requests.jsonl' });
 */
export function createPrompt(config: ReplayConfig): (context: CallContext) => readonly unknown[] {
  const file = openRequests(config);
  return ({ vars }) => {
    const { body } = file.read(stringIn(vars?.['request_id']) ?? '');
    const { instructions, input } = parseRecord(Buffer.from(body).toString()) ?? {};
    const isInstructed = typeof instructions === 'string' && instructions !== '';
    const base = isInstructed ? [{ role: 'system', content: instructions }] : [];
    return [...base, ...arrayIn(input)];
  };
}

function openRequests({ requests, basePath = '.' }: ReplayConfig): RequestFile {
  return new RequestFile(resolve(basePath, requests));
}

function usageOf({ response }: PostedAnswer): Pick<ReplayResponse, 'tokenUsage'> {
  const usage = recordIn(response['usage']);
  if (usage === undefined) return {};
  const count = (key: string): number => (typeof usage[key] === 'number' ? usage[key] : 0);
  return {
    tokenUsage: {
      prompt: count('input_tokens'),
      completion: count('output_tokens'),
      total: count('total_tokens'),
    },
  };
}
