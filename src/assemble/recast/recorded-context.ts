/** What a session's context was at a request: its turn context, its world state, its newest fragments. */

import type { RolloutBytes } from '../../contract/bytes.js';
import type { ContextBaseline, EnvironmentsSnapshot, SectionId } from '../../contract/context.js';
import type { JsonRecord } from '../../contract/json-record.js';
import type { RulesProfile } from '../../contract/rules.js';
import { readEnvironmentsSnapshot } from '../../context/environments-snapshot.js';
import { findBaseline } from '../../context/find-baseline.js';
import { joinEnvironments, readEnvironment } from '../../context/read-environment.js';
import type { RecordedPart } from '../../fragments/sections.js';
import { readPayload } from '../../rollout/read-control.js';
import type { SessionSource } from '../session-source.js';
import { baselineLines } from './baseline-lines.js';
import type { ContextItem } from './context-item.js';

export interface RecordedContext {
  /** Payload of the turn context in force; undefined before the first. */
  readonly turn: JsonRecord | undefined;
  readonly baseline: ContextBaseline;
  /** The newest fragment of each section in the history. */
  readonly newest: ReadonlyMap<SectionId, RecordedPart>;
  /** All that the history tells of the environment, joined; undefined when it tells nothing. */
  readonly environments: EnvironmentsSnapshot | undefined;
}

export interface RecordedSources {
  readonly source: SessionSource;
  readonly bytes: RolloutBytes;
  /** The line in front of which the request was sent. */
  readonly line: number;
  /** Line of the turn context in force, or -1. */
  readonly turnLine: number;
  /** The context messages of the history, in order. */
  readonly items: readonly ContextItem[];
}

export function readRecordedContext(sources: RecordedSources): RecordedContext {
  const { source, bytes, line, turnLine, items } = sources;
  const { index } = source;
  const newest = new Map<SectionId, RecordedPart>();
  const environments: string[] = [];
  for (const { parts, sections } of items) {
    const inMessage = new Map<SectionId, RecordedPart>();
    sections.forEach((section, position) => {
      const part = parts[position];
      if (section === undefined || part === undefined) return;
      // A fragment may be spread over several parts.
      const before = inMessage.get(section)?.text ?? '';
      inMessage.set(section, { ...part, text: `${before}${part.text}` });
      if (section === 'environments') environments.push(part.text);
    });
    for (const [section, part] of inMessage) newest.set(section, part);
  }
  const baseline = findBaseline(baselineLines(source, bytes, line));
  return {
    turn:
      turnLine < 0
        ? undefined
        : readPayload(bytes, index.starts[turnLine] as number, index.ends[turnLine] as number),
    baseline: { ...baseline, hasFragment: (section) => newest.has(section) },
    newest,
    environments: environmentsOf(baseline.worldState, environments, source.rules),
  };
}

function environmentsOf(
  worldState: JsonRecord | undefined,
  texts: readonly string[],
  rules: RulesProfile,
): EnvironmentsSnapshot | undefined {
  const recorded = readEnvironmentsSnapshot(worldState?.['environments'], rules);
  if (recorded !== undefined) return recorded;
  return texts.length === 0 ? undefined : joinEnvironments(texts.map(readEnvironment));
}
