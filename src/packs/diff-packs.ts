/** What changed for the model between two packs: texts added, removed and changed, and the models they know. */

import { createPatch } from 'diff';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../contract/json-record.js';
import { packTextIds } from '../contract/texts.js';
import type { PackPlace } from './find-pack.js';
import { catalogFile } from './load-pack.js';

export type ChangeKind = 'added' | 'removed' | 'changed';

export interface TextChange {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** In the unified form, without a head. */
  readonly patch: string;
}

export interface ModelChange {
  readonly slug: string;
  readonly kind: ChangeKind;
  /** Members of the catalog's entry that differ. */
  readonly members: readonly string[];
}

export interface PackDiff {
  readonly from: string;
  readonly to: string;
  readonly texts: readonly TextChange[];
  readonly models: readonly ModelChange[];
}

/** Texts in the order of their ids, models in that of the newer pack, those that are gone at the end. */
export function diffPacks(from: PackPlace, to: PackPlace): PackDiff {
  return {
    from: from.name,
    to: to.name,
    texts: packTextIds.flatMap((id) => {
      const change = changeOf(readText(from, id), readText(to, id));
      return change === undefined ? [] : [{ id, ...change }];
    }),
    models: diffModels(readModels(from), readModels(to)),
  };
}

function readText({ folder }: PackPlace, id: string): string | undefined {
  const file = join(folder, `${id}.md`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function changeOf(
  before: string | undefined,
  after: string | undefined,
): Omit<TextChange, 'id'> | undefined {
  const kind = kindOf(before, after);
  if (kind === undefined) return undefined;
  const patch = createPatch('text', before ?? '', after ?? '', '', '', { context: 2 });
  return {
    kind,
    bytesBefore: Buffer.byteLength(before ?? ''),
    bytesAfter: Buffer.byteLength(after ?? ''),
    patch: patch.slice(Math.max(0, patch.indexOf('@@'))),
  };
}

function kindOf(before: unknown, after: unknown): ChangeKind | undefined {
  if (before === after) return undefined;
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

type Models = ReadonlyMap<string, Readonly<Partial<Record<string, unknown>>>>;

/** The catalog's entries by slug; none when the pack has no catalog. */
function readModels({ folder }: PackPlace): Models {
  const file = join(folder, catalogFile);
  const catalog: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const models = isRecord(catalog) ? catalog['models'] : undefined;
  const list: readonly unknown[] = Array.isArray(models) ? models : [];
  return new Map(list.filter(isRecord).map((model) => [String(model['slug']), model]));
}

function diffModels(before: Models, after: Models): readonly ModelChange[] {
  const slugs = [...after.keys(), ...[...before.keys()].filter((slug) => !after.has(slug))];
  return slugs.flatMap((slug): readonly ModelChange[] => {
    const [old, now] = [before.get(slug), after.get(slug)];
    const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
    const members = names.filter(
      (name) => JSON.stringify(old?.[name]) !== JSON.stringify(now?.[name]),
    );
    if (old === undefined) return [{ slug, kind: 'added', members: [] }];
    if (now === undefined) return [{ slug, kind: 'removed', members: [] }];
    return members.length === 0 ? [] : [{ slug, kind: 'changed', members }];
  });
}
