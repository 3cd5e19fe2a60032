/** Changes the context among a request's items: parts left out, told anew in their place, or put in. */

import type { ContextMessage, ContextPart, SectionId } from '../../contract/context.js';
import { ItemFlag } from '../../contract/item-table.js';
import { isSectionId } from '../../contract/context-request.js';
import type { ContextItem, NewPart } from './context-item.js';
import type { PreparedRecast } from './prepared-recast.js';

/** What the items of a request are read and written by. */
export interface RecastItems {
  /** The message an item is, undefined for one that holds no context. */
  read(item: number): ContextItem | undefined;
  flags(item: number): number;
  /** The message with other parts. */
  rewrite(item: ContextItem, parts: readonly NewPart[]): number;
  /** A message of its own. */
  make(message: ContextMessage): number;
  /** A part whose section is edited inside, as the environment is; undefined when it is told anew whole. */
  edit(section: SectionId, text: string): string | undefined;
}

/**
 * Changes recorded context in its place: of a section told anew, the first part recorded gives its place, and later ones
 * go, since nothing changes any more. One that was never told is put into the bundle, in the order of sections.
 *
 * @param fresh the context as it would be told from the start
 */
export function recastInPlace(
  sent: readonly number[],
  recast: PreparedRecast,
  { fresh, items }: { readonly fresh: readonly ContextMessage[]; readonly items: RecastItems },
): number[] {
  const told = new Map(partsBySection(fresh));
  const messages = sent.map((item) => ({ item, read: items.read(item) }));
  const recorded = new Set(messages.flatMap(({ read }) => read?.sections ?? []));
  const missing = fresh.flatMap(({ role, parts }) => {
    const added = parts.filter(({ section }) => recast.isSet(section) && !recorded.has(section));
    return added.length === 0 ? [] : [{ role, parts: added }];
  });
  const order = fresh.flatMap(({ parts }) => parts.map(({ section }) => section));
  const placed: number[] = [];
  for (const { item, read } of messages) {
    if (read === undefined) {
      placed.push(item);
      continue;
    }
    const parts = read.parts.flatMap((part, position) =>
      partAnew(part.text, position, { section: read.sections[position], recast, told, items }),
    );
    const role = missing.findIndex((message) => message.role === read.role);
    if (role >= 0 && read.sections.some((section) => section !== undefined)) {
      for (const message of missing.splice(role, 1)) {
        insertParts(parts, message.parts, { read, order });
      }
    }
    if (isUnchanged(parts, read)) placed.push(item);
    else if (parts.length > 0) placed.push(items.rewrite(read, parts));
  }
  if (missing.length === 0) return placed;
  const start = placed.findIndex((item) => (items.flags(item) & ItemFlag.boundary) !== 0);
  placed.splice(Math.max(start, 0), 0, ...missing.map((message) => items.make(message)));
  return placed;
}

/**
 * Takes all context out but the sections that are kept, and puts a fresh one before the last real user message, where a
 * compaction puts it (spec 3 §5.6).
 */
export function rebase(
  sent: readonly number[],
  recast: PreparedRecast,
  { fresh, items }: { readonly fresh: readonly ContextMessage[]; readonly items: RecastItems },
): number[] {
  const bare = sent.flatMap((item) => {
    const read = items.read(item);
    if (read === undefined) return [item];
    const parts: NewPart[] = [];
    read.sections.forEach((section, position) => {
      if (section === undefined || recast.isKept(section)) parts.push(position);
    });
    if (parts.length === read.parts.length) return [item];
    return parts.length === 0 ? [] : [items.rewrite(read, parts)];
  });
  const isReal = (item: number): boolean => {
    const flags = items.flags(item);
    const needed = ItemFlag.user | ItemFlag.boundary;
    return (flags & needed) === needed && (flags & ItemFlag.summary) === 0;
  };
  const last = bare.findLastIndex(isReal);
  const made = withoutSections(
    fresh,
    (section) => recast.isKept(section) || recast.isDropped(section),
  );
  bare.splice(last < 0 ? bare.length : last, 0, ...made.map((message) => items.make(message)));
  return bare;
}

/** Messages without the parts of some sections; a message without parts goes. */
export function withoutSections(
  messages: readonly ContextMessage[],
  isOut: (section: SectionId) => boolean,
): ContextMessage[] {
  return messages.flatMap(({ role, parts }) => {
    const kept = parts.filter(({ section }) => !isOut(section));
    return kept.length === 0 ? [] : [{ role, parts: kept }];
  });
}

function partsBySection(messages: readonly ContextMessage[]): Map<SectionId, ContextPart[]> {
  const parts = new Map<SectionId, ContextPart[]>();
  for (const part of messages.flatMap((message) => message.parts)) {
    parts.set(part.section, [...(parts.get(part.section) ?? []), part]);
  }
  return parts;
}

interface PartPlace {
  readonly section: SectionId | undefined;
  readonly recast: PreparedRecast;
  /** Parts not yet told; those told are taken out. */
  readonly told: Map<SectionId, readonly ContextPart[]>;
  readonly items: RecastItems;
}

function partAnew(text: string, position: number, place: PartPlace): readonly NewPart[] {
  const { section, recast, told, items } = place;
  if (section === undefined || !isSectionId(section)) return [position];
  if (recast.isDropped(section)) return [];
  if (!recast.isSet(section)) return [position];
  const edited = items.edit(section, text);
  if (edited !== undefined) {
    if (edited === text) return [position];
    const label = told.get(section)?.[0]?.label ?? section;
    return [{ section, label, text: edited }];
  }
  const parts = told.get(section) ?? [];
  told.delete(section);
  return parts.length === 1 && parts[0]?.text === text ? [position] : parts;
}

/** Puts parts behind the last part that stands before them in the order of sections. */
function insertParts(
  parts: NewPart[],
  added: readonly ContextPart[],
  { read, order }: { readonly read: ContextItem; readonly order: readonly SectionId[] },
): void {
  for (const part of added) {
    const rank = order.indexOf(part.section);
    const behind = parts.findLastIndex((other) => {
      const section = typeof other === 'number' ? read.sections[other] : other.section;
      return section !== undefined && order.includes(section) && order.indexOf(section) < rank;
    });
    parts.splice(behind + 1, 0, part);
  }
}

function isUnchanged(parts: readonly NewPart[], read: ContextItem): boolean {
  return parts.length === read.parts.length && parts.every((part, position) => part === position);
}
