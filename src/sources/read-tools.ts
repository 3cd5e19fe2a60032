/** Reads the tools of a request, which no rollout records. */

import { PromptmillError } from '../contract/errors.js';
import { compactJson, objectMembers } from './json-scanner.js';
import { readJsonFile } from './read-json-file.js';

/**
 * Reads a JSON array of tools, or the `tools` of an object such as a recorded request body.
 *
 * @returns the array as compact JSON: keys in their order, numbers and strings written as they are in the file.
 * @throws PromptmillError `bad_tools`, `input_not_found` or `input_unreadable`, with the file.
 */
export function readTools(path: string): Uint8Array {
  const { text } = readJsonFile(path, 'bad_tools');
  // Of two members with one key the last counts, as in every JSON reader.
  const range = objectMembers(text)?.findLast(({ key }) => key === 'tools')?.value;
  const tools = range === undefined ? text.trimStart() : text.slice(range.start, range.end);
  if (!tools.startsWith('[')) throw noTools(path, text, range?.start ?? 0);
  return new TextEncoder().encode(compactJson(tools));
}

function noTools(file: string, text: string, at: number): PromptmillError {
  const before = text.slice(0, at);
  return new PromptmillError('bad_tools', `${file} holds no list of tools`, {
    file,
    line: before.split('\n').length,
    offsetBytes: Buffer.byteLength(before),
    found: JSON.stringify(text.slice(at, at + 40)),
    expected: 'an array of tools, or an object with an array "tools"',
  });
}
