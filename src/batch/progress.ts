/** Tells people how far a job is: one line that changes on a terminal, a plain line now and then elsewhere. */

import { emptyTotals, type JobTotals } from './collect-reports.js';

/** `live` redraws one line, `plain` adds lines, `none` is silent. */
export type ProgressMode = 'live' | 'plain' | 'none';

const livePauseMs = 200;
const plainPauseMs = 5000;
const clearLine = '\r\u001B[2K';

export interface ProgressOptions {
  readonly mode: ProgressMode;
  readonly write: (text: string) => void;
  /** Length of all input as it lies there. */
  readonly inputBytes: number;
}

export class Progress {
  readonly #options: ProgressOptions;
  readonly #startMs = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #totals = emptyTotals;
  #doneBytes = 0;
  #isDrawn = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
    if (options.mode === 'none') return;
    const pauseMs = options.mode === 'live' ? livePauseMs : plainPauseMs;
    this.#timer = setInterval(() => {
      this.#draw();
    }, pauseMs).unref();
  }

  /** Notes that input has been dealt with, and what it all came to so far. */
  advance(inputBytes: number, totals: JobTotals): void {
    this.#doneBytes += inputBytes;
    this.#totals = totals;
  }

  /** Writes a line without tearing the live one. */
  say(line: string): void {
    this.#clear();
    this.#options.write(line);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  elapsedMs(): number {
    return performance.now() - this.#startMs;
  }

  #draw(): void {
    const { inputBytes, mode, write } = this.#options;
    const state = { elapsedMs: this.elapsedMs(), doneBytes: this.#doneBytes, inputBytes };
    const text = progressText(this.#totals, state);
    write(mode === 'live' ? `${clearLine}${text}` : `${text}\n`);
    this.#isDrawn = mode === 'live';
  }

  #clear(): void {
    if (!this.#isDrawn) return;
    this.#options.write(clearLine);
    this.#isDrawn = false;
  }
}

export interface ProgressState {
  readonly elapsedMs: number;
  readonly doneBytes: number;
  readonly inputBytes: number;
}

/** `1,204 sessions · 33,001 requests · 812 MB/s · 14 s left` */
export function progressText(totals: JobTotals, state: ProgressState): string {
  const parts = [
    countText(totals.sessions, 'session'),
    countText(totals.requests, 'request'),
    rateText(busiestBytes(totals), state.elapsedMs),
  ];
  if (totals.failures > 0) parts.splice(1, 0, countText(totals.failures, 'failure'));
  if (state.doneBytes > 0 && state.inputBytes > state.doneBytes) {
    const leftMs = (state.elapsedMs * (state.inputBytes - state.doneBytes)) / state.doneBytes;
    parts.push(`${durationText(leftMs)} left`);
  }
  return parts.join(' · ');
}

/** `1 session`, `1,204 sessions` */
export function countText(count: number, noun: string): string {
  return `${groupedText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1,204`. Loading a locale takes longer than rendering a session. */
export function groupedText(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** What a rate is told of: bytes read or bytes written, whichever are more. */
export function busiestBytes({ inputBytes, outputBytes }: JobTotals): number {
  return Math.max(inputBytes, outputBytes);
}

/** `812 MB/s` */
export function rateText(bytes: number, elapsedMs: number): string {
  return `${bytesText(elapsedMs === 0 ? 0 : (bytes * 1000) / elapsedMs)}/s`;
}

/** `812 MB`, `1.4 GB`, in powers of ten */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit > 2 ? value.toFixed(1) : value.toFixed(0)} ${units[unit] ?? ''}`;
}

/** `0.8 s`, `14 s`, `3 min 20 s`, `2 h 5 min` */
export function durationText(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
