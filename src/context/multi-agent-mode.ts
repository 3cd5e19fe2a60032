/** When the model may start other agents: the mode's fragment, and when it is told anew (spec 1 §7.2). */

import type { ContextSettings } from '../contract/context.js';
import { wordsOf, type PackTexts } from '../contract/texts.js';
import type { ContextInput } from './context-input.js';
import { equalJson } from './equal-json.js';
import { inline } from './tags.js';

type Mode = NonNullable<ContextSettings['multiAgentMode']>;

/** The fragment of a mode; undefined for words of one's own that are empty, and for no mode. */
export function multiAgentModeText(mode: Mode | undefined, texts: PackTexts): string | undefined {
  if (mode === undefined) return undefined;
  const words = wordsFor(mode, texts);
  return words === '' ? undefined : inline('multi_agent_mode', words);
}

function wordsFor(mode: Mode, texts: PackTexts): string {
  if (typeof mode !== 'string') return mode.custom;
  return wordsOf(texts, mode === 'proactive' ? 'multi-agent.proactive' : 'multi-agent.explicit');
}

/** Told when it is not that of the last turn context; a proactive mode that ended is taken back. */
export function modeSinceLastTurn({ settings, baseline, texts }: ContextInput): string | undefined {
  const before = baseline.reference?.multiAgentMode;
  const now = settings.multiAgentMode;
  if (baseline.reference === undefined || equalJson(before, now)) return undefined;
  if (now !== undefined) return multiAgentModeText(now, texts);
  return before === 'proactive' ? multiAgentModeText('explicitRequestOnly', texts) : undefined;
}
