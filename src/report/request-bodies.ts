/** Requests as verify compares them: the fields in their order, and one digest of all that is claimed. */

import { createHash } from 'node:crypto';
import { type FieldText, fieldsOf } from './json-text.js';
import { comparablePart } from './partial-compaction.js';

/**
 * What is compared with what. `part`: compactions by the provider of the newer form, of which the trace holds only some
 * fields.
 */
export type BodyKind = 'turn' | 'compaction' | 'part';

export interface Body {
  readonly kind: BodyKind;
  readonly fields: readonly FieldText[];
}

/** A request rendered from a rollout. */
export interface RenderedBody extends Body {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** Keys whose value is not known, with the reason. */
  readonly unknown: ReadonlyMap<string, string>;
}

/** Tools that come from the trace are no claim of the render. */
const toolsUnknown = 'not recorded; give --tools';

/**
 * @param line what a render wrote for one request
 * @param hasTools whether the caller gave the tools
 */
export function readRendered(line: string, hasTools: { readonly given: boolean }): RenderedBody {
  const parts = new Map(fieldsOf(line).map(({ key, value }) => [key, value]));
  const text = (key: string): string => parts.get(key) ?? 'null';
  // The pipeline wrote these a moment ago.
  const source = JSON.parse(text('source')) as { readonly file: string; readonly line: number };
  const fidelity = JSON.parse(text('fidelity')) as Readonly<Record<string, string>>;
  const fields = fieldsOf(text('request'));
  const kind = kindOf(text('kind') === '"compaction"', hasKey(fields, 'stream'));
  const unknown = unknownKeys(fidelity);
  if (!hasTools.given && hasKey(fields, 'tools')) unknown.set('tools', toolsUnknown);
  return {
    id: JSON.parse(text('id')) as string,
    file: source.file,
    line: source.line,
    kind,
    fields: kind === 'part' ? comparablePart(fields) : fields,
    unknown,
  };
}

/** @param text a traced request as JSON without white space */
export function readTraced(text: string, kind: 'inference' | 'compaction'): Body {
  const fields = fieldsOf(text);
  const own = kindOf(kind === 'compaction', !hasKey(fields, 'prompt_cache_key'));
  return { kind: own, fields: own === 'part' ? comparablePart(fields) : fields };
}

function kindOf(isCompaction: boolean, isPart: boolean): BodyKind {
  if (!isCompaction) return 'turn';
  return isPart ? 'part' : 'compaction';
}

function hasKey(fields: readonly FieldText[], wanted: string): boolean {
  return fields.some(({ key }) => key === wanted);
}

function unknownKeys(fidelity: Readonly<Record<string, string>>): Map<string, string> {
  const unknown = new Map<string, string>();
  for (const [key, level] of Object.entries(fidelity)) {
    if (level.startsWith('unknown')) unknown.set(key, level.slice('unknown: '.length));
  }
  return unknown;
}

/** What is compared of a body: its kind and the keys that are left out. */
export function claimOf({ kind, unknown }: RenderedBody): Claim {
  return { kind, leftOut: [...unknown.keys()].toSorted() };
}

export interface Claim {
  readonly kind: BodyKind;
  readonly leftOut: readonly string[];
}

/** Equal for bodies of which everything that a claim covers is equal, in the same order. */
export function digestOf(fields: readonly FieldText[], claim: Claim): string {
  const hash = createHash('sha256').update(JSON.stringify(claim));
  for (const { key, value } of fields) {
    if (!claim.leftOut.includes(key)) hash.update(`\n${JSON.stringify(key)}:`).update(value);
  }
  return hash.digest('base64');
}
