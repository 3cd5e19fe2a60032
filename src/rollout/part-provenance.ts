/** Where each content part came from, as the reference prints it (measured on 0.171 with models that are told). */

import { isRecord } from '../contract/json-record.js';

type Entry = { readonly provenance: Readonly<Record<string, unknown>> };

const plainTypes = new Set<unknown>(['user', 'agents_md', 'skills', 'unknown']);
const fromHarness: Entry = { provenance: { type: 'harness', hook: false } };
const untold: Entry = { provenance: { type: 'unknown' } };

/** One entry a content part; `replaced` are those whose content was put there on sending. */
export interface PartCount {
  readonly count: number;
  readonly replaced: (position: number) => boolean;
}

/**
 * @param recorded the recorded list as parsed JSON
 * @param parts undefined for items that have no content parts: their list keeps its length
 * @returns the list as sent, or undefined when one entry is unknown to the reference, which drops the list then
 */
export function printProvenance(
  recorded: unknown,
  parts: PartCount | undefined,
): string | undefined {
  if (!Array.isArray(recorded)) return undefined;
  const entries: Entry[] = [];
  for (const entry of recorded) {
    const known = toEntry(entry);
    if (known === undefined) return undefined;
    entries.push(known);
  }
  if (parts === undefined) return JSON.stringify(entries);
  const sent = Array.from({ length: parts.count }, (_, position) =>
    parts.replaced(position) ? fromHarness : (entries[position] ?? untold),
  );
  return JSON.stringify(sent);
}

function toEntry(value: unknown): Entry | undefined {
  const provenance = isRecord(value) ? value['provenance'] : undefined;
  if (!isRecord(provenance)) return undefined;
  const { type, hook, namespace } = provenance;
  if (plainTypes.has(type)) return { provenance: { type } };
  if (type === 'harness') {
    if (hook !== undefined && typeof hook !== 'boolean') return undefined;
    return { provenance: { type, hook: hook === true } };
  }
  if (type !== 'tool') return undefined;
  if (namespace === undefined || namespace === null) return { provenance: { type } };
  return typeof namespace === 'string' ? { provenance: { type, namespace } } : undefined;
}
