/** Names of the texts that the assembler itself puts before the model; their wording comes from a pack. */

import { PromptmillError } from './errors.js';

/** Texts that any session may need; a pack without one of them is refused. */
export const assemblyTextIds = [
  'compaction.prompt',
  'compaction.summary-prefix',
  'compaction.no-summary',
  'media.remote-image',
  'media.detail-low',
  'media.unprocessable-image',
  'media.oversized-image',
  'media.unsupported-audio',
  'media.unprocessable-audio',
  'media.no-image-input',
  'media.no-audio-input',
  'compaction.output-rewritten',
] as const;

/** Texts of context that is set anew; a captured pack may lack some, and says so when one is wanted. */
export const contextTextIds = [
  'agents-md.removed',
  'agents-md.replaced',
  'apps.instructions',
  'apps.removed',
  'base.default',
  'base.personality-friendly',
  'base.personality-header',
  'base.personality-pragmatic',
  'collaboration.default',
  'collaboration.plan',
  'context-window-guidance.removed',
  'context-window-guidance.replaced',
  'environments.instructions',
  'goal.budget-limit',
  'goal.continuation',
  'goal.objective-edited',
  'memory.lead',
  'model-instructions.lead',
  'model-instructions.none',
  'model-switch.lead',
  'multi-agent.explicit',
  'multi-agent.proactive',
  'multi-agent.root-hint',
  'multi-agent.subagent-hint',
  'permissions.approval.never',
  'permissions.approval.on-request',
  'permissions.approval.on-request-inline',
  'permissions.approval.untrusted',
  'permissions.auto-review',
  'permissions.denied-reads',
  'permissions.granular.intro',
  'permissions.granular.prompted',
  'permissions.granular.rejected',
  'permissions.prefix-saved',
  'permissions.prefixes',
  'permissions.prefixes-cut',
  'permissions.request-tool',
  'permissions.sandbox.danger-full-access',
  'permissions.sandbox.read-only',
  'permissions.sandbox.workspace-write',
  'permissions.writable-root',
  'permissions.writable-roots',
  'personality.lead',
  'plugins.instructions',
  'plugins.removed',
  'realtime.end',
  'realtime.start',
  'recommended-plugins.lead',
  'review.rubric',
  'skills.instructions',
  'skills.instructions-short',
  'skills.none',
  'skills.none-host',
  'time.reminder',
  'tools.apply-patch',
  'tools.deferred',
  'tools.deferred-added',
  'tools.deferred-none',
  'tools.deferred-removed',
  'tools.incremental',
  'tools.removed',
] as const;

export type AssemblyTextId = (typeof assemblyTextIds)[number];
export type ContextTextId = (typeof contextTextIds)[number];
export type PackTextId = AssemblyTextId | ContextTextId;

/** Ids of pack texts; each is a Markdown file `<id>.md` of the pack's folder. */
export const packTextIds: readonly PackTextId[] = [...assemblyTextIds, ...contextTextIds];

/** A pack's texts: the assembly's are complete, those of the context as far as the pack has them. */
export type PackTexts = Readonly<Record<AssemblyTextId, string>> &
  Readonly<Partial<Record<ContextTextId, string>>>;

/**
 * A text of the context.
 * @throws PromptmillError `missing_text` when the pack has none
 */
export function wordsOf(texts: PackTexts, id: ContextTextId): string {
  const text = texts[id];
  if (text !== undefined) return text;
  throw new PromptmillError('missing_text', `the pack has no text ${id}`, {
    found: `no file ${id}.md`,
    expected: 'a pack with that text',
    remedy: 'capture a pack with `promptmill pack capture`, or add the file',
  });
}
