/** Where names have their values while rules are evaluated, and how much may still be done. */

import type { SyntaxNode } from '@lezer/common';
import { RuleFault, type Span } from './rule-error.js';
import type { Value } from './values.js';

/** More than any file of rules needs; a file that asks for more is refused instead of holding everything up. */
const mostSteps = 200_000;
const mostCalls = 50;

/** Counts what one file's evaluation does. */
export class Budget {
  private steps = 0;
  private depth = 0;

  step(span: Span): void {
    this.steps += 1;
    if (this.steps > mostSteps) throw new RuleFault('rules that do not come to an end', span);
  }

  call<Result>(span: Span, body: () => Result): Result {
    this.depth += 1;
    if (this.depth > mostCalls) throw new RuleFault('calls nested too deeply', span);
    try {
      return body();
    } finally {
      this.depth -= 1;
    }
  }
}

/** What evaluates; scopes carry it, so that the parts of the evaluator need not know each other. */
export interface Engine {
  readonly evaluate: (node: SyntaxNode, scope: Scope) => Value;
  readonly runBody: (body: SyntaxNode, scope: Scope) => Value;
}

/** What all scopes of one file share. */
interface Program {
  readonly source: string;
  readonly engine: Engine;
  readonly budget: Budget;
}

export class Scope {
  private readonly values = new Map<string, Value>();
  private readonly declared = new Set<string>();
  private readonly program: Program;
  private readonly outer: Scope | undefined;

  constructor(program: Program, outer?: Scope) {
    this.program = program;
    this.outer = outer;
  }

  get budget(): Budget {
    return this.program.budget;
  }

  inner(): Scope {
    return new Scope(this.program, this);
  }

  get source(): string {
    return this.program.source;
  }

  /** What is written at a node. */
  textOf({ from, to }: Span): string {
    return this.program.source.slice(from, to);
  }

  evaluate(node: SyntaxNode): Value {
    return this.program.engine.evaluate(node, this);
  }

  runBody(body: SyntaxNode): Value {
    return this.program.engine.runBody(body, this);
  }

  get(name: string, span: Span): Value {
    const value = this.values.get(name);
    if (value !== undefined) return value;
    if (this.outer === undefined || this.declared.has(name)) {
      throw new RuleFault(`${name} has no value yet`, span);
    }
    return this.outer.get(name, span);
  }

  set(name: string, value: Value): void {
    this.values.set(name, value);
  }

  /** Makes names this scope's own before they have a value. */
  declare(names: ReadonlySet<string>): void {
    for (const name of names) this.declared.add(name);
  }
}
