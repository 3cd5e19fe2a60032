/** Content of messages and outputs as the published schema has it. */

import type { JsonRecord } from '../../contract/json-record.js';
import { arrayIn, isAddress, recordIn, stringIn } from '../json-values.js';
import type { LossList } from '../loss-list.js';

/** What users, developers and systems say. */
export function strictContent(
  content: unknown,
  path: string,
  losses: LossList,
): readonly JsonRecord[] {
  return keptParts(content, { path, losses, part: (part) => inputPart(part, 'auto') });
}

/** What a model says. */
export function strictSpeech(
  content: unknown,
  path: string,
  losses: LossList,
): readonly JsonRecord[] {
  return keptParts(content, { path, losses, part: speechPart });
}

/** What a tool answers: a text, or a list of parts. */
export function strictOutput(
  output: unknown,
  { path, losses, usualDetail }: OutputRules,
): string | readonly JsonRecord[] {
  if (typeof output === 'string') return output;
  return keptParts(output, { path, losses, part: (part) => inputPart(part, usualDetail) });
}

export interface OutputRules {
  readonly path: string;
  readonly losses: LossList;
  /** What stands in for the detail of an image where the schema asks for one. */
  readonly usualDetail: string | undefined;
}

interface PartRules {
  readonly path: string;
  readonly losses: LossList;
  /** @returns undefined for a part that has no place there */
  readonly part: (part: JsonRecord) => JsonRecord | undefined;
}

function keptParts(content: unknown, { path, losses, part }: PartRules): readonly JsonRecord[] {
  const parts = typeof content === 'string' ? [{ type: 'input_text', text: content }] : content;
  return arrayIn(parts).flatMap((value, index) => {
    const record = recordIn(value) ?? {};
    const strict = part(record);
    if (strict !== undefined) return [strict];
    losses.add(
      `left_out.${stringIn(record['type']) ?? 'content'}`,
      `${path}/${String(index)}`,
      value,
    );
    return [];
  });
}

/** @param usualDetail what stands in for the detail of an image where the schema asks for one */
function inputPart(
  { type, text, image_url, detail }: JsonRecord,
  usualDetail: string | undefined,
): JsonRecord | undefined {
  const shown = detail ?? usualDetail;
  switch (type) {
    case 'input_text':
    case 'output_text':
      return { type: 'input_text', text };
    case 'input_image':
      if (!isAddress(image_url)) return undefined;
      return { type, image_url, ...(shown === undefined ? {} : { detail: shown }) };
    default:
      return undefined;
  }
}

function speechPart({ type, text, refusal }: JsonRecord): JsonRecord | undefined {
  switch (type) {
    case 'input_text':
    case 'output_text':
      return { type: 'output_text', text, annotations: [], logprobs: [] };
    case 'refusal':
      return { type, refusal };
    default:
      return undefined;
  }
}
