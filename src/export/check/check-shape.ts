/** Shapes of JSON values as tables, and the check of a value against one. */

import type { ReportFault } from '../../contract/export.js';
import { isRecord } from '../../contract/json-record.js';

export interface ShapePlace {
  /** JSON pointer of the value. */
  readonly path: string;
  readonly report: ReportFault;
}

/** What a value has to be. A value that is not even of the kind is not looked into. */
export interface Shape {
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** Checks what is inside. */
  readonly inside?: (value: unknown, place: ShapePlace) => void;
}

export interface ObjectShape {
  readonly required?: Readonly<Record<string, Shape>>;
  readonly optional?: Readonly<Record<string, Shape>>;
  /** Whether it takes other members. */
  readonly others: 'refused' | 'taken';
}

export const anything: Shape = { expected: 'a value', accepts: () => true };
export const text: Shape = { expected: 'a string', accepts: (value) => typeof value === 'string' };
export const flag: Shape = {
  expected: 'true or false',
  accepts: (value) => typeof value === 'boolean',
};
export const anyObject: Shape = { expected: 'an object', accepts: isRecord };
export const count: Shape = {
  expected: 'a whole number from 0',
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};

/** @param words what the value may be */
export function oneOf(...words: readonly string[]): Shape {
  return {
    expected: words.map((word) => JSON.stringify(word)).join(' or '),
    accepts: (value) => typeof value === 'string' && words.includes(value),
  };
}

export function listOf(shape: Shape): Shape {
  return {
    expected: 'a list',
    accepts: (value) => Array.isArray(value),
    inside(value, { path, report }) {
      if (!Array.isArray(value)) return;
      for (const [index, element] of value.entries()) {
        checkShape(element, shape, { path: `${path}/${String(index)}`, report });
      }
    },
  };
}

export function objectOf({ required = {}, optional = {}, others }: ObjectShape): Shape {
  const known = { ...required, ...optional };
  return {
    expected: 'an object',
    accepts: isRecord,
    inside(value, { path, report }) {
      if (!isRecord(value)) return;
      for (const [key, { expected }] of Object.entries(required)) {
        if (!Object.hasOwn(value, key)) report({ path, found: `no ${key}`, expected });
      }
      for (const [key, member] of Object.entries(value)) {
        const place = {
          path: `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
          report,
        };
        const shape = Object.hasOwn(known, key) ? known[key] : undefined;
        if (shape !== undefined) checkShape(member, shape, place);
        else if (others === 'refused') {
          report({ path: place.path, found: `the member ${key}`, expected: 'no such member' });
        }
      }
    },
  };
}

/** The first of the shapes whose kind the value is. */
export function eitherOf(...shapes: readonly Shape[]): Shape {
  return {
    expected: shapes.map(({ expected }) => expected).join(', or '),
    accepts: (value) => shapes.some(({ accepts }) => accepts(value)),
    inside: (value, place) => shapes.find(({ accepts }) => accepts(value))?.inside?.(value, place),
  };
}

/** An object whose shape depends on one of its members. */
export function byMember(key: string, shapes: Readonly<Record<string, Shape>>): Shape {
  const tags = oneOf(...Object.keys(shapes));
  return {
    expected: 'an object',
    accepts: isRecord,
    inside(value, place) {
      const tag = isRecord(value) ? value[key] : undefined;
      const shape = typeof tag === 'string' && tags.accepts(tag) ? shapes[tag] : undefined;
      if (shape === undefined) {
        place.report({ path: `${place.path}/${key}`, found: told(tag), expected: tags.expected });
      } else {
        shape.inside?.(value, place);
      }
    },
  };
}

export function checkShape(value: unknown, shape: Shape, place: ShapePlace): void {
  if (shape.accepts(value)) shape.inside?.(value, place);
  else place.report({ path: place.path, found: told(value), expected: shape.expected });
}

/** A value as a person is told of it: short. */
export function told(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isRecord(value)) return 'an object';
  const json = JSON.stringify(value);
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}
