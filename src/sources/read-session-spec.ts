/** Reads specs of sessions that have no rollout: settings, documents and a prompt, from which a first request is made. */

import { dirname, resolve } from 'node:path';
import { PromptmillError } from '../contract/errors.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { readJsonFile } from './read-json-file.js';

/** A session that is yet to begin. */
export interface SessionSpec {
  readonly file: string;
  /** Undefined: none is known, and the request's cache key is left to a default. */
  readonly threadId: string | undefined;
  /** The Codex release that would run it. */
  readonly cliVersion: string | undefined;
  /** Id of the model provider. */
  readonly provider: string | undefined;
  /** Path of a folder or a document. */
  readonly agentsMd: string | undefined;
  readonly goal: string | undefined;
  readonly prompt: string | undefined;
  /** All other keys; not checked yet. */
  readonly settings: JsonRecord;
}

const textKeys = ['thread_id', 'cli_version', 'provider', 'agents_md', 'goal', 'prompt'] as const;

/**
 * Reads one spec, or an array of them.
 * @throws PromptmillError `bad_spec` with the file and what was expected, `input_not_found`, `input_unreadable`
 */
export function readSessionSpecs(file: string): readonly SessionSpec[] {
  const { value } = readJsonFile(file, 'bad_spec');
  const specs: readonly unknown[] = Array.isArray(value) ? value : [value];
  return specs.map((spec, position) => {
    if (isRecord(spec)) return sessionSpecOf(spec, file);
    throw new PromptmillError('bad_spec', `${file}: spec ${String(position)} is no object`, {
      file,
      found: JSON.stringify(spec).slice(0, 80),
      expected: 'an object with settings, such as {"model": "gpt-5.5", "prompt": "…"}',
    });
  });
}

/**
 * The spec that an object says. A document it names lies beside `file`, which is also its name.
 * @throws PromptmillError `bad_spec`
 */
export function sessionSpecOf(spec: JsonRecord, file: string): SessionSpec {
  const settings: Record<string, unknown> = { ...spec };
  const texts: Partial<Record<(typeof textKeys)[number], string>> = {};
  for (const key of textKeys) {
    const value = settings[key];
    delete settings[key];
    if (typeof value === 'string') texts[key] = value;
    else if (value !== undefined && value !== null) throw noText(key, value, file);
  }
  return {
    file,
    threadId: texts.thread_id,
    cliVersion: texts.cli_version,
    provider: texts.provider,
    // What a spec names lies beside it, wherever the program runs.
    agentsMd: texts.agents_md === undefined ? undefined : resolve(dirname(file), texts.agents_md),
    goal: texts.goal,
    prompt: texts.prompt,
    settings,
  };
}

function noText(key: string, value: unknown, file: string): PromptmillError {
  return new PromptmillError('bad_spec', `${file}: ${key} has a value it cannot have`, {
    file,
    found: JSON.stringify(value).slice(0, 80),
    expected: 'a string',
  });
}
