/** Reads response items that are handed in: a JSON array, a server's answer with its `output`, or one item a line. */

import { PromptmillError } from '../contract/errors.js';
import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { readWholeText } from './read-whole-text.js';

/**
 * @param path a file, or `-` for standard input
 * @throws PromptmillError `input_not_found` when it cannot be read, `input_corrupt` when it holds no items
 */
export function readItems(path: string): readonly JsonRecord[] {
  const text = readWholeText(path);
  const whole = parse(text);
  const list = isRecord(whole) && Array.isArray(whole['output']) ? whole['output'] : whole;
  const items: readonly unknown[] = Array.isArray(list)
    ? list
    : text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parse);
  if (items.every(isItem)) return items;
  throw new PromptmillError('input_corrupt', `${path} holds no response items`, {
    file: path,
    found: `entry ${String(items.findIndex((item) => !isItem(item)))} is no object with a type`,
    expected: 'a JSON array of items, an object with such an array as "output", or an item a line',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isItem(value: unknown): value is JsonRecord {
  return isRecord(value) && typeof value['type'] === 'string';
}
