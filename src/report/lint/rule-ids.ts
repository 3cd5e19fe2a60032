/** The ids of the lint rules, in the order in which they are listed. They are stable: findings are kept under them. */

export const ruleIds = [
  'duplicate-fragment',
  'repeated-in-instructions',
  'model-switch-repeats-base',
  'several-developer-instructions',
  'stale-permissions',
  'stale-collaboration-mode',
  'wrong-model',
  'answered-message',
  'cut-output',
  'cut-agents-md',
  'split-character',
  'call-without-output',
  'output-without-call',
  'foreign-reasoning',
  'invalid-image',
  'refused-name',
  'control-character',
  'damaged-line',
  'mixed-ordinals',
  'repeated-ordinal',
] as const;

export type RuleId = (typeof ruleIds)[number];

/** The lesser first. `error`: a server or a reader refuses it. `warning`: the model is misled. `note`: worth knowing. */
export const severities = ['note', 'warning', 'error'] as const;

export type Severity = (typeof severities)[number];
