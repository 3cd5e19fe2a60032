/** Shapes that the checks of traces share. */

import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import type { ReportFault } from '../../contract/export.js';
import { foundText, list, type Shape, whole } from '../check/shape.js';
import { holdsLoneSurrogate } from '../lone-surrogates.js';

/** Consumers read lengths and ids into 32 bits. */
const mostInt32 = 0x7fff_ffff;

export const count = whole(0, mostInt32);
export const counts = list(count);

export const time: Shape = (value, path, report) => {
  if (typeof value === 'number' && value >= 0) return;
  report({ path, found: foundText(value), expected: 'a number from 0' });
};

/** A request body that strict readers take too. */
export const payload: Shape = (value, path, report) => {
  if (!isRecord(value) || Object.keys(value).length === 0) {
    const found = isRecord(value) ? 'an empty object' : foundText(value);
    report({ path, found, expected: 'an object with members' });
  } else if (holdsLoneSurrogate(value)) {
    report({ path, found: 'half a surrogate pair', expected: 'text in whole characters' });
  }
};

/** @returns the object, when it has the shape; else what is wrong was reported */
export function recordOf(
  shape: Shape,
  value: unknown,
  { path, report }: Place,
): JsonRecord | undefined {
  let isRight = true;
  shape(value, path, (fault) => {
    isRight = false;
    report(fault);
  });
  return isRight && isRecord(value) ? value : undefined;
}

export interface Place {
  /** JSON pointer of the value that is looked at. */
  readonly path: string;
  readonly report: ReportFault;
}

/** The numbers of a list that has its shape. */
export function numbersIn(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'number') : [];
}

/** A number that has its shape; 0 where an optional one is not there. */
export function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Checks that times do not run backwards. */
export class Clock {
  #newest = 0;

  add(time: number, { path, report }: Place): void {
    if (time < this.#newest) {
      const expected = `${String(this.#newest)} or more, as before`;
      report({ path, found: String(time), expected });
    }
    this.#newest = Math.max(this.#newest, time);
  }
}
