/**
 * Finds each point of a rollout at which a request was sent, from the index alone (spec 3 §1.4, §5.1).
 *
 * A response leaves model items and, in most releases, a usage record; a request was sent before the first item of
 * each response. Compactions and requests that were never answered are told by what stands around them.
 */

import { atom } from '../contract/atoms.js';
import { type LineIndex, LineKind } from '../contract/line-index.js';
import { startsTurn, turnAborted, turnCompleted, turnStarted } from '../contract/turn-events.js';

export interface RequestPoint {
  /** The history sent is that of the lines before this one. */
  line: number;
  kind: 'first' | 'later' | 'compaction';
  /** First line of the input that this request was the first to send. */
  readonly inputStart: number;
  /** `compaction`: the compacted line it led to, or -1. */
  compactedLine: number;
  /** First line of the turn. */
  readonly turnStart: number;
}

/** Questions that need a line's content. */
export interface LineQuestions {
  /** Whether the item on a line tells the model that a turn was aborted. */
  isAbortMarker(line: number): boolean;
  /** Whether the item on a line is a tool output that says the call was aborted. */
  isAbortedOutput(line: number): boolean;
  /** How a compaction was made; `window` asked no model. */
  compactionForm(line: number): 'local' | 'remote' | 'window';
  /** What a turn's end says went wrong: a compaction, anything else, or nothing. */
  failureOf(line: number): 'compaction' | 'other' | undefined;
}

const assistant = atom('assistant');
const userRole = atom('user');
const modelTypes = new Set(
  (
    [
      'reasoning',
      'function_call',
      'custom_tool_call',
      'local_shell_call',
      'tool_search_call',
      'web_search_call',
      'image_generation_call',
      'compaction',
      'compaction_summary',
      'context_compaction',
    ] as const
  ).map(atom),
);
const ignoredTypes = new Set([
  atom('ghost_snapshot'),
  atom('other'),
  atom('compaction_trigger'),
  0,
]);
const message = atom('message');
const tokenCount = atom('token_count');

/**
 * @param ownStart first line that this thread wrote itself: what a fork copied was sent by its parent
 * @returns the requests in file order
 */
export function findRequests(
  index: LineIndex,
  ownStart: number,
  questions: LineQuestions,
): RequestPoint[] {
  return new RequestFinder(index, ownStart, questions).run();
}

class RequestFinder {
  private readonly index: LineIndex;
  private readonly ownStart: number;
  private readonly questions: LineQuestions;
  private readonly found: RequestPoint[] = [];
  private readonly turnHasUsage = new Map<number, boolean>();
  private readonly turnHasContext = new Map<number, boolean>();
  private fileHasTurns = false;
  private fileHasContexts = false;

  private turnStart = 0;
  private isInTurn = false;
  private isInResponse = false;
  private hasInputInResponse = false;
  /** Input recorded since the last request: its first and last line. */
  private inputStart = -1;
  private inputEnd = -1;
  private sentInTurn = 0;
  /** First line behind the newest compaction. */
  private afterCompaction = 0;

  constructor(index: LineIndex, ownStart: number, questions: LineQuestions) {
    this.index = index;
    this.ownStart = ownStart;
    this.questions = questions;
  }

  run(): RequestPoint[] {
    this.surveyTurns();
    for (let line = 0; line < this.index.count; line += 1) this.take(line);
    this.endTurn(false);
    return this.found;
  }

  /** Notes for each turn whether it has usage records and a turn context. */
  private surveyTurns(): void {
    const { index } = this;
    let turn = 0;
    // Noted once a turn: a map's entry costs as much as a dozen lines that are stepped over.
    let turnWithUsage = -1;
    for (let line = 0; line < index.count; line += 1) {
      const kind = index.kinds[line];
      if (startsTurn(index, line)) {
        turn = line;
        this.fileHasTurns = true;
      } else if (
        kind === LineKind.usage ||
        (kind === LineKind.event && index.types[line] === tokenCount)
      ) {
        if (turnWithUsage !== turn) this.turnHasUsage.set(turn, true);
        turnWithUsage = turn;
      } else if (kind === LineKind.turnContext) {
        this.turnHasContext.set(turn, true);
        this.fileHasContexts = true;
      }
    }
  }

  private take(line: number): void {
    const { index } = this;
    if (line === this.ownStart) this.leaveCopy();
    switch (index.kinds[line]) {
      case LineKind.event:
        this.takeEvent(line, index.types[line] as number);
        return;
      case LineKind.usage:
        this.endResponse();
        return;
      case LineKind.compacted:
        this.takeCompaction(line);
        return;
      case LineKind.interAgent:
        this.takeInput(line);
        return;
      case LineKind.item:
      case LineKind.bareItem:
        this.takeItem(line);
        return;
      default:
    }
  }

  /** The copied lines are the parent's, and so is a turn they leave open. */
  private leaveCopy(): void {
    this.isInTurn = false;
    this.isInResponse = false;
    this.forgetInput();
  }

  private takeEvent(line: number, type: number): void {
    if (type === tokenCount) {
      this.endResponse();
    } else if (turnStarted.has(type)) {
      if (this.isInTurn) this.endTurn(false);
      this.turnStart = line;
      this.isInTurn = true;
      this.sentInTurn = 0;
      this.isInResponse = false;
      this.forgetInput();
    } else if (turnCompleted.has(type) || type === turnAborted) {
      this.endTurn(type === turnAborted, line);
      this.addFailedCompaction(line);
      this.isInTurn = false;
      this.turnStart = line;
    }
  }

  private endResponse(): void {
    this.isInResponse = false;
  }

  private takeItem(line: number): void {
    const type = this.index.types[line] as number;
    if (ignoredTypes.has(type)) return;
    const role = this.index.roles[line] as number;
    if (!(modelTypes.has(type) || (type === message && role === assistant))) {
      this.takeInput(line);
      if (type === message && role === userRole) {
        this.isInResponse = false;
        // Without turn events it is the user's messages that open turns.
        if (!this.fileHasTurns) this.sentInTurn = 0;
      }
      return;
    }
    if (!this.isRequestPossible()) return;
    if (
      this.isInResponse &&
      this.hasInputInResponse &&
      this.turnHasUsage.get(this.turnStart) !== true
    ) {
      this.isInResponse = false;
    }
    if (!this.isInResponse) this.addRequest(line);
    this.isInResponse = true;
    this.hasInputInResponse = false;
  }

  private takeInput(line: number): void {
    if (this.inputStart < 0) this.inputStart = line;
    this.inputEnd = line;
    if (this.isInResponse) this.hasInputInResponse = true;
  }

  private forgetInput(): void {
    this.inputStart = -1;
    this.inputEnd = -1;
  }

  /** Items between turns were put there by hand; a turn without context or usage asked the model nothing. */
  private isRequestPossible(): boolean {
    if (!this.fileHasTurns) return true;
    if (!this.isInTurn) return false;
    if (this.turnHasUsage.get(this.turnStart) === true) return true;
    return !this.fileHasContexts || this.turnHasContext.get(this.turnStart) === true;
  }

  private addRequest(line: number, kind?: 'compaction'): RequestPoint {
    const request: RequestPoint = {
      line,
      kind: kind ?? (this.sentInTurn === 0 ? 'first' : 'later'),
      inputStart: this.inputStart < 0 ? line : this.inputStart,
      compactedLine: -1,
      turnStart: this.turnStart,
    };
    if (line >= this.ownStart) this.found.push(request);
    if (kind === undefined) {
      this.sentInTurn += 1;
      this.forgetInput();
    }
    return request;
  }

  /**
   * A local compaction leaves the summary's message before its record, a remote one nothing. The request is the one
   * that was answered last, when nothing was put in since and the answer was no turn's answer.
   */
  private takeCompaction(line: number): void {
    this.afterCompaction = line + 1;
    const form = this.questions.compactionForm(line);
    if (form === 'window') {
      this.isInResponse = false;
      return;
    }
    const last = this.found.at(-1);
    if (
      form === 'local' &&
      last !== undefined &&
      last.kind !== 'compaction' &&
      last.turnStart === this.turnStart &&
      this.isSummaryOnly(last.line, line)
    ) {
      last.kind = 'compaction';
      last.compactedLine = line;
      this.sentInTurn -= 1;
      if (last.inputStart < last.line) {
        // Mid-turn: what was put in is still to be sent.
        this.inputStart = last.inputStart;
        this.inputEnd = last.line - 1;
      }
    } else {
      this.addRequest(line, 'compaction').compactedLine = line;
    }
    this.isInResponse = false;
  }

  /** Whether the lines hold no items but reasoning and assistant messages. */
  private isSummaryOnly(from: number, to: number): boolean {
    for (let line = from; line < to; line += 1) {
      const kind = this.index.kinds[line];
      if (kind !== LineKind.item && kind !== LineKind.bareItem) continue;
      const type = this.index.types[line] as number;
      if (type === atom('reasoning') || ignoredTypes.has(type)) continue;
      if (type !== message || this.index.roles[line] !== assistant) return false;
    }
    return true;
  }

  /** A request whose answer left nothing: an error, or an interruption before the first item. */
  private endTurn(isAborted: boolean, line = -1): void {
    const isCompaction = line >= 0 && this.questions.failureOf(line) === 'compaction';
    if (
      !isCompaction &&
      this.inputStart >= 0 &&
      !this.isInResponse &&
      this.isRequestPossible() &&
      this.fileHasTurns
    ) {
      this.addUnanswered(isAborted);
    }
    this.isInResponse = false;
    this.forgetInput();
  }

  /** A compaction that failed leaves only its turn's error; a turn that failed has recorded its context by then. */
  private addFailedCompaction(line: number): void {
    if (!this.isInTurn || this.index.types[line] === turnAborted) return;
    const failure = this.questions.failureOf(line);
    const hasContext = this.turnHasContext.get(this.turnStart) === true;
    if (failure === 'compaction' || (failure === 'other' && this.fileHasContexts && !hasContext)) {
      this.addRequest(line, 'compaction');
    }
  }

  private addUnanswered(isAborted: boolean): void {
    if (this.fileHasContexts && this.turnHasContext.get(this.turnStart) !== true) return;
    let end = this.inputEnd;
    if (isAborted) {
      if (this.questions.isAbortMarker(end)) end = this.inputBefore(end);
      for (let line = this.inputStart; line <= end; line += 1) {
        if (this.index.kinds[line] === LineKind.item && this.questions.isAbortedOutput(line)) {
          return;
        }
      }
    }
    // What a compaction left of the input is sent behind it.
    if (end >= this.inputStart) this.addRequest(Math.max(end + 1, this.afterCompaction));
  }

  private inputBefore(line: number): number {
    for (let before = line - 1; before >= this.inputStart; before -= 1) {
      const kind = this.index.kinds[before];
      if (kind === LineKind.item || kind === LineKind.bareItem || kind === LineKind.interAgent) {
        return before;
      }
    }
    return -1;
  }
}
