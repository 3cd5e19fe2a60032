/** Several agents, from the release on that keeps them in the world state (spec 4 §2.1). */

import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import type { ContextInput } from '../context-input.js';
import { equalJson } from '../equal-json.js';
import { fragmentHash } from '../fragment-hash.js';
import { multiAgentModeText } from '../multi-agent-mode.js';
import { defineSection } from '../section.js';

const roleOpening = '<multi_agent_role>';

export const multiAgentHintSection = defineSection<string>({
  id: 'multi_agent_hint',
  key: 'multi_agent_usage_hint',
  role: 'developer',
  label: 'multi_agent.usage_hint',
  labelFor: ({ settings }) =>
    settings.multiAgentHint?.startsWith(roleOpening) === true
      ? 'multi_agent.role_instructions'
      : 'multi_agent.usage_hint',
  needsFragment: false,
  standsAlone: true,
  snapshot: ({ settings }) => hintHash(settings.multiAgentHint),
  read: (recorded) => (typeof recorded === 'string' ? recorded : undefined),
  fullText: ({ settings }) => settings.multiAgentHint || undefined,
  // A hint has no tags to be found by: only one that is known to have been another is told.
  text: (told, { settings: { multiAgentHint } }) => {
    if (told.state !== 'known' || told.snapshot === hintHash(multiAgentHint)) return undefined;
    return multiAgentHint === '' ? undefined : multiAgentHint;
  },
});

export const multiAgentModeSection = defineSection<JsonRecord>({
  id: 'multi_agent_mode',
  key: 'multi_agent_mode',
  role: 'developer',
  label: 'multi_agent.mode_instructions',
  needsFragment: false,
  snapshot: modeSnapshot,
  read: (recorded) => (isRecord(recorded) ? recorded : undefined),
  text: (told, input) => {
    const { settings, texts } = input;
    if (told.state === 'known' && equalJson(told.snapshot, modeSnapshot(input))) return undefined;
    if (settings.multiAgentMode !== undefined || told.state === 'absent') {
      return multiAgentModeText(settings.multiAgentMode, texts);
    }
    const wasActive = told.state === 'unknown' || told.snapshot['mode'] === 'proactive';
    return wasActive ? multiAgentModeText('explicitRequestOnly', texts) : undefined;
  },
});

function modeSnapshot({ settings }: ContextInput): JsonRecord {
  const { multiAgentMode, multiAgentHint } = settings;
  const hash = hintHash(multiAgentHint);
  return {
    ...(multiAgentMode === undefined ? {} : { mode: multiAgentMode }),
    ...(hash === undefined ? {} : { usage_hint_hash: hash }),
  };
}

function hintHash(hint: string | undefined): string | undefined {
  return hint === undefined || hint === '' ? undefined : fragmentHash('developer', hint);
}
