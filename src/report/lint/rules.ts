/** Every lint rule under its id. */

import type { LintRule } from './rule.js';
import { type RuleId, ruleIds } from './rule-ids.js';
import { answeredMessage } from './rules/answered-message.js';
import { callWithoutOutput } from './rules/call-without-output.js';
import { controlCharacter } from './rules/control-character.js';
import { cutAgentsMd } from './rules/cut-agents-md.js';
import { cutOutput } from './rules/cut-output.js';
import { damagedLine } from './rules/damaged-line.js';
import { duplicateFragment } from './rules/duplicate-fragment.js';
import { foreignReasoning } from './rules/foreign-reasoning.js';
import { invalidImage } from './rules/invalid-image.js';
import { mixedOrdinals } from './rules/mixed-ordinals.js';
import { modelSwitchRepeatsBase } from './rules/model-switch-repeats-base.js';
import { outputWithoutCall } from './rules/output-without-call.js';
import { refusedName } from './rules/refused-name.js';
import { repeatedInInstructions } from './rules/repeated-in-instructions.js';
import { repeatedOrdinal } from './rules/repeated-ordinal.js';
import { severalDeveloperInstructions } from './rules/several-developer-instructions.js';
import { splitCharacter } from './rules/split-character.js';
import { staleCollaborationMode } from './rules/stale-collaboration-mode.js';
import { stalePermissions } from './rules/stale-permissions.js';
import { wrongModel } from './rules/wrong-model.js';

const byId: Readonly<Record<RuleId, LintRule>> = {
  'duplicate-fragment': duplicateFragment,
  'repeated-in-instructions': repeatedInInstructions,
  'model-switch-repeats-base': modelSwitchRepeatsBase,
  'several-developer-instructions': severalDeveloperInstructions,
  'stale-permissions': stalePermissions,
  'stale-collaboration-mode': staleCollaborationMode,
  'wrong-model': wrongModel,
  'answered-message': answeredMessage,
  'cut-output': cutOutput,
  'cut-agents-md': cutAgentsMd,
  'split-character': splitCharacter,
  'call-without-output': callWithoutOutput,
  'output-without-call': outputWithoutCall,
  'foreign-reasoning': foreignReasoning,
  'invalid-image': invalidImage,
  'refused-name': refusedName,
  'control-character': controlCharacter,
  'damaged-line': damagedLine,
  'mixed-ordinals': mixedOrdinals,
  'repeated-ordinal': repeatedOrdinal,
};

export const lintRules: readonly LintRule[] = ruleIds.map((id) => byId[id]);
