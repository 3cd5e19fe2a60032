/** Errors of `.rules` files: what is wrong, and from where to where. */

import { PromptmillError } from '../../contract/errors.js';

/** A place in a file, offsets in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A file of rules, read. */
export interface RulesFile {
  readonly path: string;
  readonly text: string;
}

/** A fault found while a file is evaluated; it becomes a `bad_rules` error where the file is known. */
export class RuleFault extends Error {
  readonly span: Span | undefined;

  constructor(message: string, span: Span | undefined) {
    super(message);
    this.span = span;
  }
}

/** The error with the file's name and the range, lines and columns counted from 1. */
export function badRules(fault: RuleFault, { path, text }: RulesFile): PromptmillError {
  const { span } = fault;
  if (span === undefined) {
    return new PromptmillError('bad_rules', `${path}: ${fault.message}`, { file: path });
  }
  const [start, end] = [placeOf(text, span.from), placeOf(text, span.to)];
  const range = `${start.line}:${start.column}-${end.line}:${end.column}`;
  return new PromptmillError('bad_rules', `${path}:${range}: ${fault.message}`, {
    file: path,
    line: start.line,
    offsetBytes: Buffer.byteLength(text.slice(0, span.from)),
    found: firstLine(text.slice(span.from, span.to)),
    expected: 'a file of rules that Codex would load',
    remedy: 'one bad file drops all custom rules: correct it or take it away',
  });
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 };
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line;
}
