/** Decides what of a history is sent: calls get outputs, outputs without a call are left out (spec 3 §3.2). */

import { atom } from '../contract/atoms.js';
import { ItemFlag, type ItemTable } from '../contract/item-table.js';
import type { RulesProfile } from '../contract/rules.js';
import { ItemList } from './item-list.js';

const functionCall = atom('function_call');
const functionOutput = atom('function_call_output');
const customCall = atom('custom_tool_call');
const customOutput = atom('custom_tool_call_output');
const shellCall = atom('local_shell_call');
const searchCall = atom('tool_search_call');
const searchOutput = atom('tool_search_output');

/** Which kinds of call and output a call id has been seen on. */
const Seen = {
  functionCall: 1,
  customCall: 2,
  shellCall: 4,
  searchCall: 8,
  functionOutput: 16,
  customOutput: 32,
  searchOutput: 64,
} as const;

const seenBit = new Uint8Array(256);
seenBit[functionCall] = Seen.functionCall;
seenBit[customCall] = Seen.customCall;
seenBit[shellCall] = Seen.shellCall;
seenBit[searchCall] = Seen.searchCall;
seenBit[functionOutput] = Seen.functionOutput;
seenBit[customOutput] = Seen.customOutput;
seenBit[searchOutput] = Seen.searchOutput;

/** Makes the output of a call that has none. */
export type SyntheticOutput = (call: number) => number;

export class Normaliser {
  private readonly table: ItemTable;
  private readonly rules: RulesProfile;
  private readonly synthetic: SyntheticOutput;
  private seen = new Uint8Array(64);
  private readonly outputs = new Map<number, number>();
  /** What is sent, in order. */
  readonly sent = new ItemList();

  constructor(table: ItemTable, rules: RulesProfile, synthetic: SyntheticOutput) {
    this.table = table;
    this.rules = rules;
    this.synthetic = synthetic;
  }

  /** Fills `sent` from a history. Sets are over the whole history: an output may stand before its call. */
  run(history: ItemList): void {
    const { table, sent } = this;
    this.collect(history);
    sent.length = 0;
    for (let position = 0; position < history.length; position += 1) {
      const item = history.at(position);
      const type = table.types[item] as number;
      const bit = seenBit[type] as number;
      if (bit === 0) {
        sent.push(item);
        continue;
      }
      const call = table.callNumbers[item] as number;
      const seen = call < 0 ? 0 : (this.seen[call] as number);
      if (bit >= Seen.functionOutput) {
        if (this.isWanted(item, bit, seen)) sent.push(item);
        continue;
      }
      sent.push(item);
      if (call >= 0 && !isAnswered(bit, seen)) sent.push(this.outputOf(item));
    }
  }

  private collect(history: ItemList): void {
    const { table } = this;
    if (this.seen.length < table.callIds.length) {
      this.seen = new Uint8Array(table.callIds.length * 2);
    } else this.seen.fill(0);
    for (let position = 0; position < history.length; position += 1) {
      const item = history.at(position);
      const call = table.callNumbers[item] as number;
      if (call < 0) continue;
      this.seen[call] =
        (this.seen[call] as number) | (seenBit[table.types[item] as number] as number);
    }
  }

  private isWanted(item: number, bit: number, seen: number): boolean {
    const call = this.table.callNumbers[item] as number;
    const flags = this.table.flags[item] as number;
    if (bit === Seen.searchOutput) {
      return call < 0 || (flags & ItemFlag.serverExecution) !== 0 || (seen & Seen.searchCall) !== 0;
    }
    if (call < 0) return this.rules.keepsUncalledOutputs;
    if (bit === Seen.functionOutput) return (seen & (Seen.functionCall | Seen.shellCall)) !== 0;
    return (seen & Seen.customCall) !== 0;
  }

  private outputOf(call: number): number {
    const known = this.outputs.get(call);
    if (known !== undefined) return known;
    const made = this.synthetic(call);
    this.outputs.set(call, made);
    return made;
  }
}

function isAnswered(callBit: number, seen: number): boolean {
  if (callBit === Seen.customCall) return (seen & Seen.customOutput) !== 0;
  if (callBit === Seen.searchCall) return (seen & Seen.searchOutput) !== 0;
  return (seen & Seen.functionOutput) !== 0;
}
