/**
 * Prompts as blocks of tokens. Request k+1 mostly repeats request k: units that did not change keep their tokens, and
 * blocks in front of the first change keep their numbers, so a session costs what is new in it.
 */

import { type BlockTable, noBlock } from './block-table.js';
import { type PromptUnits, systemItems } from './prompt-units.js';
import type { TokeniseUnit } from './unit-tokens.js';

export interface BlockRule {
  readonly blockTokens: number;
  /** What becomes of the tokens behind the last full block: a block of their own, or none. */
  readonly rest: 'kept' | 'dropped';
  readonly tokenise: TokeniseUnit;
}

/** A prompt, told by what differs from the one before it in its session. */
export interface PromptBlocks {
  readonly tokens: number;
  /** Tokens of the tools, and of the instructions with the system messages behind them. */
  readonly toolTokens: number;
  readonly systemTokens: number;
  /** How many blocks of the prompt before this one stay. */
  readonly kept: number;
  /** The numbers of the blocks behind them. */
  readonly added: Int32Array;
}

interface Unit {
  readonly json: Uint8Array;
  readonly tokens: Uint32Array;
}

export class PromptReader {
  readonly #rule: BlockRule;
  readonly #table: BlockTable;
  #units: readonly Unit[] = [];
  #tokens = new Uint32Array(0);
  #length = 0;
  /** Of the newest prompt, in numbers of the table. */
  #blocks: number[] = [];
  #isFirst = true;

  constructor(rule: BlockRule, table: BlockTable) {
    this.#rule = rule;
    this.#table = table;
  }

  /** The next prompt is told whole. Tokens of units are kept: sessions begin with the same tools and instructions. */
  startSession(): void {
    this.#blocks = [];
    this.#isFirst = true;
  }

  read(prompt: PromptUnits): PromptBlocks {
    const { tools, instructions, items } = prompt;
    const units = this.#tokenise([...tools, ...instructions, ...items]);
    const same = this.#isFirst ? 0 : countShared(this.#units, units);
    const sharedTokens = sumTokens(units.slice(0, same));
    this.#units = units;
    this.#isFirst = false;
    this.#append(units, same, sharedTokens);
    const kept = Math.floor(sharedTokens / this.#rule.blockTokens);
    const toolTokens = sumTokens(units.slice(0, tools.length));
    const system = tools.length + instructions.length + systemItems(items);
    return {
      tokens: this.#length,
      toolTokens,
      systemTokens: sumTokens(units.slice(tools.length, system)),
      kept,
      added: this.#number(kept),
    };
  }

  #tokenise(values: readonly Uint8Array[]): readonly Unit[] {
    return values.map((json, index) => {
      const before = this.#units[index];
      if (before !== undefined && Buffer.compare(before.json, json) === 0) return before;
      // A copy: a unit outlives the request it came with, whose body must not be kept for it.
      return { json: json.slice(), tokens: this.#rule.tokenise(json) };
    });
  }

  #append(units: readonly Unit[], from: number, at: number): void {
    const length = sumTokens(units);
    if (length > this.#tokens.length) {
      const larger = new Uint32Array(length * 2);
      larger.set(this.#tokens.subarray(0, at));
      this.#tokens = larger;
    }
    let end = at;
    for (const { tokens } of units.slice(from)) {
      this.#tokens.set(tokens, end);
      end += tokens.length;
    }
    this.#length = length;
  }

  #number(kept: number): Int32Array {
    const { blockTokens, rest } = this.#rule;
    const blocks = this.#length / blockTokens;
    const count = rest === 'kept' ? Math.ceil(blocks) : Math.floor(blocks);
    this.#blocks.length = kept;
    for (let block = kept; block < count; block += 1) {
      const end = Math.min(this.#length, (block + 1) * blockTokens);
      const before = this.#blocks[block - 1] ?? noBlock;
      const tokens = this.#tokens.subarray(block * blockTokens, end);
      this.#blocks.push(this.#table.numberOf(before, tokens));
    }
    return Int32Array.from(this.#blocks.slice(kept));
  }
}

function countShared(before: readonly Unit[], after: readonly Unit[]): number {
  const first = after.findIndex((unit, index) => unit !== before[index]);
  return first === -1 ? after.length : first;
}

function sumTokens(units: readonly Unit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens.length, 0);
}
