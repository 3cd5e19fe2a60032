/** Shapes of JSON values, to be put together: each says what it found where, and what it would have taken. */

import type { ReportFault } from '../../contract/export.js';
import { isRecord } from '../../contract/json-record.js';
import { pointerStep } from '../../contract/json-pointer.js';

/** Reports what is wrong with a value; `path` is its JSON pointer. */
export type Shape = (value: unknown, path: string, report: ReportFault) => void;

export const anything: Shape = () => {};

export const text: Shape = (value, path, report) => {
  if (typeof value !== 'string') report({ path, found: foundText(value), expected: 'a string' });
};

export const flag: Shape = (value, path, report) => {
  if (typeof value !== 'boolean') {
    report({ path, found: foundText(value), expected: 'true or false' });
  }
};

export const number: Shape = (value, path, report) => {
  if (typeof value !== 'number') report({ path, found: foundText(value), expected: 'a number' });
};

/** An object, whatever its members. */
export const object: Shape = (value, path, report) => {
  if (!isRecord(value)) report({ path, found: foundText(value), expected: 'an object' });
};

/** A whole number from `least` to `most`. */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER): Shape {
  const range =
    most === Number.MAX_SAFE_INTEGER
      ? `from ${String(least)}`
      : `from ${String(least)} to ${String(most)}`;
  return (value, path, report) => {
    const isIn = Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
    if (!isIn) report({ path, found: foundText(value), expected: `a whole number ${range}` });
  };
}

/** @param what says in words what the pattern takes */
export function matching(pattern: RegExp, what: string): Shape {
  return (value, path, report) => {
    if (typeof value !== 'string' || !pattern.test(value)) {
      report({ path, found: foundText(value), expected: what });
    }
  };
}

export function oneOf(...words: readonly unknown[]): Shape {
  const expected = words.map((word) => JSON.stringify(word)).join(' or ');
  return (value, path, report) => {
    if (!words.includes(value)) report({ path, found: foundText(value), expected });
  };
}

/** What holds where there is a value: null is none. */
export function orNull(shape: Shape): Shape {
  return (value, path, report) => {
    if (value !== null) shape(value, path, report);
  };
}

/** @param least how many elements it has at least */
export function list(element: Shape, least = 0): Shape {
  return (value, path, report) => {
    if (!Array.isArray(value)) {
      report({ path, found: foundText(value), expected: 'a list' });
      return;
    }
    if (value.length < least) {
      const found = `a list of ${String(value.length)}`;
      report({ path, found, expected: `${String(least)} or more elements` });
    }
    for (const [index, inner] of value.entries()) {
      element(inner, `${path}/${String(index)}`, report);
    }
  };
}

export interface Members {
  readonly required?: Readonly<Record<string, Shape>>;
  readonly optional?: Readonly<Record<string, Shape>>;
  /** Whether members of other names are faults. */
  readonly others?: 'allowed' | 'refused';
}

export function record({ required = {}, optional = {}, others = 'allowed' }: Members): Shape {
  const shapes = new Map([...Object.entries(required), ...Object.entries(optional)]);
  return (value, path, report) => {
    if (!isRecord(value)) {
      report({ path, found: foundText(value), expected: 'an object' });
      return;
    }
    for (const key of Object.keys(required)) {
      if (value[key] === undefined) {
        report({ path, found: `no member ${key}`, expected: `an object with ${key}` });
      }
    }
    for (const [key, member] of Object.entries(value)) {
      const shape = shapes.get(key);
      const place = `${path}${pointerStep(key)}`;
      if (shape !== undefined) shape(member, place, report);
      else if (others === 'refused') {
        report({ path: place, found: `a member ${key}`, expected: [...shapes.keys()].join(', ') });
      }
    }
  };
}

/** Objects of several kinds, told apart by a member. */
export function byMember(key: string, kinds: Readonly<Record<string, Shape>>): Shape {
  return (value, path, report) => {
    if (!isRecord(value)) {
      report({ path, found: foundText(value), expected: 'an object' });
      return;
    }
    const kind = value[key];
    const shape = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (shape !== undefined) shape(value, path, report);
    else {
      const expected = Object.keys(kinds).join(', ');
      report({ path: `${path}/${key}`, found: foundText(kind), expected });
    }
  };
}

/** A string, or what another shape takes. */
export function textOr(shape: Shape): Shape {
  return (value, path, report) => {
    if (typeof value !== 'string') shape(value, path, report);
  };
}

/** Every one of several shapes. */
export function all(...shapes: readonly Shape[]): Shape {
  return (value, path, report) => {
    for (const shape of shapes) shape(value, path, report);
  };
}

const longestShown = 60;

/** A value as a message shows it. */
export function foundText(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${String(value.length)}`;
  if (isRecord(value)) return 'an object';
  const json = JSON.stringify(value);
  return json.length <= longestShown ? json : `${json.slice(0, longestShown)}…`;
}
