/** Captures a pack from an installed Codex: drives it over its configurations and keeps what it tells the model. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackTextId } from '../../contract/texts.js';
import { packTextIds } from '../../contract/texts.js';
import { openBench, type Bench } from './bench.js';
import type { CapturedText, Family, Finding, MissingText, Probe } from './finding.js';
import { base } from './probes/base.js';
import { compaction } from './probes/compaction.js';
import { extensions } from './probes/extensions.js';
import { goals } from './probes/goals.js';
import { instructions } from './probes/instructions.js';
import { media } from './probes/media.js';
import { modes } from './probes/modes.js';
import { permissions } from './probes/permissions.js';
import { realtime } from './probes/realtime.js';
import { skills } from './probes/skills.js';
import { tools } from './probes/tools.js';
import { withdrawn } from './probes/withdrawn.js';

export interface Capture {
  readonly release: string;
  /** The catalog inside the binary, as JSON. */
  readonly catalog: string;
  readonly models: readonly string[];
  readonly texts: readonly CapturedText[];
  readonly missing: readonly MissingText[];
}

/** How far a capture is; called after each family. */
export interface FamilyReport {
  readonly family: string;
  readonly texts: readonly CapturedText[];
  readonly missing: readonly MissingText[];
}

export interface CaptureOptions {
  /** Path of the binary. */
  readonly binary: string;
  /** Names of the families to look for; all by default. */
  readonly only?: readonly string[];
  readonly onFamily?: (report: FamilyReport) => void;
}

const families: readonly Family[] = [
  base,
  instructions,
  permissions,
  modes,
  realtime,
  extensions,
  skills,
  tools,
  goals,
  compaction,
  media,
  withdrawn,
];

/**
 * Drives the binary offline, in folders of its own that are gone afterwards. A text that can't be brought out is
 * missing, with the reason.
 * @throws PromptmillError `codex_failed` when the binary does not run or has no catalog
 */
export async function capturePack({ binary, only, onFamily }: CaptureOptions): Promise<Capture> {
  const folder = await mkdtemp(join(tmpdir(), 'promptmill-capture-'));
  try {
    const bench = await openBench(binary, folder);
    const found: Finding[] = [];
    const wanted = families.filter(({ name }) => only?.includes(name) ?? true);
    for (const family of wanted) {
      const findings = await runFamily(bench, family);
      onFamily?.({ family: family.name, ...split(findings) });
      found.push(...findings);
    }
    const { texts, missing } = split(found);
    const { release, models } = bench;
    const slugs = models.map(({ slug }) => slug);
    return {
      release,
      catalog: `${JSON.stringify({ models }, undefined, 1)}\n`,
      models: slugs,
      texts: inOrder(texts),
      missing: inOrder([...missing, ...unlooked(found)]),
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Whether a text, put back where it was cut out, is what was recorded. */
export function isProved({ checks }: CapturedText): boolean {
  return checks.every(({ rendered, recorded }) => rendered === recorded);
}

async function runFamily(bench: Bench, { probes }: Family): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const probe of probes) found.push(...(await runProbe(bench, probe)));
  return found.map((finding) =>
    'text' in finding && !isProved(finding)
      ? { id: finding.id, reason: 'put back, it was not what was recorded' }
      : finding,
  );
}

async function runProbe(bench: Bench, { ids, run }: Probe): Promise<readonly Finding[]> {
  try {
    return await run(bench);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const longest = 200;
    const reason = message.length > longest ? `${message.slice(0, longest)}…` : message;
    return ids.map((id) => ({ id, reason }));
  }
}

function split(findings: readonly Finding[]): Pick<Capture, 'texts' | 'missing'> {
  const texts = findings.filter((finding) => 'text' in finding);
  const missing = findings.filter((finding) => 'reason' in finding);
  return { texts, missing };
}

/** Ids that no probe looks for. */
function unlooked(findings: readonly Finding[]): readonly MissingText[] {
  const seen = new Set(findings.map(({ id }) => id));
  return packTextIds
    .filter((id) => !seen.has(id))
    .map((id) => ({ id, reason: 'nothing is known that brings it out' }));
}

function inOrder<T extends { readonly id: PackTextId }>(entries: readonly T[]): readonly T[] {
  return entries.toSorted((one, two) => packTextIds.indexOf(one.id) - packTextIds.indexOf(two.id));
}
