/** The collaboration mode the model was told last, held against the one recorded for the turn. */

import { isRecord, type JsonRecord } from '../../../contract/json-record.js';
import { flawAtPart } from '../flaw-at.js';
import { fragmentBody } from '../fragment-body.js';
import { newestOf } from '../lint-request.js';
import type { RecordedSession } from '../recorded-session.js';
import type { Flaw, LintRule, RequestSight } from '../rule.js';

export const staleCollaborationMode: LintRule = {
  id: 'stale-collaboration-mode',
  severity: 'warning',
  title: 'The model works in a mode that was left',
  remedy:
    'Give every mode instructions of its own: a mode without any leaves those of the mode before in force.',
  request: findStale,
};

function findStale({ request, recorded }: RequestSight): Flaw[] {
  const part = newestOf(request, 'collaboration_mode');
  const mode = modeOf(request.turn);
  if (part === undefined || mode === undefined || request.kind === 'compaction') return [];
  const told = fragmentBody(part.text);
  // Nothing is known of a text that no turn brought.
  const source = modesOf(recorded).find(({ instructions }) => instructions === told);
  if (source === undefined || mode.instructions === told || mode.name === source.name) return [];
  const message = `the newest text is of the mode ${source.name}, the turn runs in ${mode.name}`;
  return [flawAtPart(part, { message, detail: mode.name })];
}

interface Mode {
  readonly name: string;
  readonly instructions: string;
}

function modesOf({ turns }: RecordedSession): Mode[] {
  return turns.flatMap(({ context }) => modeOf(context) ?? []);
}

function modeOf(turn: JsonRecord | undefined): Mode | undefined {
  const mode = turn?.['collaboration_mode'];
  if (!isRecord(mode) || typeof mode['mode'] !== 'string') return undefined;
  const settings = isRecord(mode['settings']) ? mode['settings'] : {};
  const text = settings['developer_instructions'];
  return { name: mode['mode'], instructions: typeof text === 'string' ? text.trim() : '' };
}
