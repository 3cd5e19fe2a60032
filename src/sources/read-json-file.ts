/** JSON files that people hand over: read whole, and refused with file, line and byte where they are not JSON. */

import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { PromptmillError, type ErrorCode } from '../contract/errors.js';
import { findJsonFlaw } from './json-scanner.js';
import { readable } from './read-file.js';

export interface JsonFile {
  /** The text without a byte order mark. */
  readonly text: string;
  readonly value: unknown;
}

/** How much of the text around a flaw a message shows. */
const excerptLength = 20;

/**
 * Reads a JSON file in UTF-8.
 * @param code what a file that is not JSON is refused with.
 * @throws PromptmillError `code`, `input_not_found` or `input_unreadable`.
 */
export function readJsonFile(path: string, code: ErrorCode): JsonFile {
  const bytes = readBytes(path);
  if (!isUtf8(bytes)) throw notUtf8(bytes, path, code);
  const text = new TextDecoder().decode(bytes);
  try {
    const value: unknown = JSON.parse(text);
    return { text, value };
  } catch (error) {
    throw notJson(text, {
      path,
      code,
      cause: error,
      markBytes: bytes.length - Buffer.byteLength(text),
    });
  }
}

function readBytes(path: string): Uint8Array {
  try {
    return readable(() => readFileSync(path));
  } catch (error) {
    throw error instanceof PromptmillError ? error.inFile(path) : error;
  }
}

function notUtf8(bytes: Uint8Array, file: string, code: ErrorCode): PromptmillError {
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const found = isUtf16 ? 'text in UTF-16' : 'bytes that are not UTF-8';
  const remedy = isUtf16
    ? 'save it as UTF-8: PowerShell redirects with "| Out-File -Encoding utf8"'
    : 'save the file as UTF-8';
  return new PromptmillError(code, `${file}: ${found}`, {
    file,
    offsetBytes: 0,
    found,
    expected: 'JSON in UTF-8',
    remedy,
  });
}

function notJson(
  text: string,
  {
    path,
    code,
    cause,
    markBytes,
  }: {
    readonly path: string;
    readonly code: ErrorCode;
    readonly cause: unknown;
    readonly markBytes: number;
  },
): PromptmillError {
  const { at, expected } = findJsonFlaw(text) ?? { at: text.length, expected: 'JSON' };
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const offsetBytes = markBytes + Buffer.byteLength(before);
  const found =
    at === text.length ? 'the end of the file' : JSON.stringify(text.slice(at, at + excerptLength));
  return new PromptmillError(
    code,
    `${path}:${line}: byte ${offsetBytes} is not JSON: found ${found}, expected ${expected}`,
    { file: path, line, offsetBytes, found, expected, cause },
  );
}
