/** Instructions that say the model is another one than the request names. */

import { type LintRequest, newestOf } from '../lint-request.js';
import type { Flaw, LintRule } from '../rule.js';

export const wrongModel: LintRule = {
  id: 'wrong-model',
  severity: 'warning',
  title: 'The text names another model than the request',
  remedy:
    'Set instructions that name no model, or give the model its own in a catalog and render with --catalog.',
  request: ({ request }) => findWrongName(request),
};

/** Who a model is stands at the beginning. In UTF-16 code units. */
const headLength = 2000;

const identity =
  /\b(?:you are|you're|based on|powered by)\s(?:[\w-]+,?\s){0,3}?((?:gpt|claude|gemini|grok|qwen|deepseek|llama|mistral|kimi|glm)[- ]?\d[\w.-]*)/i;

function findWrongName(request: LintRequest): Flaw[] {
  const { model, base } = request;
  const lead = newestOf(request, 'model_switch');
  // What a switch tells stands over what was told before.
  const text = lead?.text ?? base?.text;
  const named = identity.exec(text?.slice(0, headLength) ?? '')?.[1]?.replace(/[.,-]+$/, '');
  if (model === undefined || named === undefined || agree(model, named)) return [];
  const place = lead === undefined ? base : { ...lead.item, path: lead.path };
  if (place === undefined) return [];
  return [
    {
      key: `${named} ${model}`,
      message: `the model is told that it is ${named}; the request goes to ${model}`,
      file: place.file,
      line: place.line,
      path: place.path,
    },
  ];
}

/** A family's name agrees with its members'; names that only an operator knows agree with everything. */
function agree(model: string, named: string): boolean {
  return model.startsWith('codex') || plain(model).includes(plain(named));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
