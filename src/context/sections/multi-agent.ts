/** Several agents, from the release on that keeps them in the world state (spec 4 §2.1). */

import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import type { ContextInput } from '../context-input.js';
import { equalJson } from '../equal-json.js';
import { fragmentHash } from '../fragment-hash.js';
import { multiAgentModeText } from '../multi-agent-mode.js';
import { defineSection } from '../section.js';

export const multiAgentHintSection = defineSection<string>({
  id: 'multi_agent_hint',
  key: 'multi_agent_usage_hint',
  role: 'developer',
  label: 'multi_agent.usage_hint',
  needsFragment: false,
  standsAlone: true,
  snapshot: ({ settings }) => hintHash(settings.multiAgentHint),
  read: (recorded) => (typeof recorded === 'string' ? recorded : undefined),
  text: (told, { settings }) => {
    const { multiAgentHint } = settings;
    if (told.state === 'known' && told.snapshot === hintHash(multiAgentHint)) return undefined;
    return multiAgentHint === '' ? undefined : multiAgentHint;
  },
});

export const multiAgentModeSection = defineSection<JsonRecord>({
  id: 'multi_agent_mode',
  key: 'multi_agent_mode',
  role: 'developer',
  label: 'multi_agent.mode_instructions',
  needsFragment: false,
  standsAlone: true,
  snapshot: modeSnapshot,
  read: (recorded) => (isRecord(recorded) ? recorded : undefined),
  text: (told, input) => {
    const { settings, texts } = input;
    if (told.state === 'known' && equalJson(told.snapshot['mode'], settings.multiAgentMode)) {
      return undefined;
    }
    return multiAgentModeText(settings.multiAgentMode, texts);
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
