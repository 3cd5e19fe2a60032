/** Requests as verify compares them: the fields in their order, and one digest of all that is claimed. */

import { createHash } from 'node:crypto';
import { type FieldText, fieldsOf } from './json-text.js';
import { comparablePart } from './partial-compaction.js';

/**
 * What is compared with what. `part`: compactions by the provider of the newer form, of which the trace holds only some
 * fields.
 */
export type BodyKind = 'turn' | 'compaction' | 'part';

/** A request rendered from a rollout. */
export interface RenderedBody {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly kind: BodyKind;
  readonly fields: readonly FieldText[];
  /** Keys whose value is not known, with the reason. */
  readonly unknown: ReadonlyMap<string, string>;
}

/** @param line what a render wrote for one request */
export function readRendered(line: string, isToolsClaimed: boolean): RenderedBody {
  const parts = new Map(fieldsOf(line).map(({ key, value }) => [key, value]));
  const text = (key: string): string => parts.get(key) ?? 'null';
  // The pipeline wrote these a moment ago.
  const source = JSON.parse(text('source')) as { readonly file: string; readonly line: number };
  const fidelity = JSON.parse(text('fidelity')) as Readonly<Record<string, string>>;
  const fields = fieldsOf(text('request'));
  const isCompaction = text('kind') === '"compaction"';
  const isPart = isCompaction && fields.some(({ key }) => key === 'stream');
  const unknown = new Map<string, string>();
  for (const [key, level] of Object.entries(fidelity)) {
    if (level.startsWith('unknown')) unknown.set(key, level.slice('unknown: '.length));
  }
  if (!isToolsClaimed && fields.some(({ key }) => key === 'tools')) unknown.set('tools', 'not recorded; give --tools');
  const kind = isPart ? 'part' : isCompaction ? 'compaction' : 'turn';
  return {
    id: JSON.parse(text('id')) as string,
    ...source,
    kind,
    fields: isPart ? comparablePart(fields) : fields,
    unknown,
  };
}

/** @param text a traced request as JSON without white space */
export function readTraced(text: string, kind: 'inference' | 'compaction'): TracedBody {
  const fields = fieldsOf(text);
  if (kind === 'inference') return { kind: 'turn', fields };
  const isPart = !fields.some(({ key }) => key === 'prompt_cache_key');
  return isPart ? { kind: 'part', fields: comparablePart(fields) } : { kind: 'compaction', fields };
}

export interface TracedBody {
  readonly kind: BodyKind;
  readonly fields: readonly FieldText[];
}

/** The keys that are not compared, as one text: requests of one kind and with the same are comparable. */
export function claimOf({ kind, unknown }: RenderedBody): string {
  return [kind, ...[...unknown.keys()].toSorted()].join(' ');
}

/** Equal for bodies of which all fields but those that `claim` leaves out are equal, in their order. */
export function digestOf(fields: readonly FieldText[], claim: string): string {
  const left = new Set(claim.split(' ').slice(1));
  const hash = createHash('sha256');
  for (const { key, value } of fields) {
    if (!left.has(key)) hash.update(JSON.stringify(key)).update(value).update('\n');
  }
  return hash.digest('base64');
}
