/** The base instructions a model brings along: template, personality, and the section left out for `none` (spec 1 §1.3, §2). */

import type { Model } from '../catalog/model.js';
import type { RulesProfile } from '../contract/rules.js';

const placeholder = '{{ personality }}';

/**
 * @param personality `none`, `friendly`, `pragmatic`, or undefined when none is configured
 * @returns the text, or undefined when the catalog does not know the model
 */
export function modelInstructions(
  model: Model,
  personality: string | undefined,
  rules: RulesProfile,
): string | undefined {
  const strip = personality === 'none' ? stripPersonality : (text: string) => text;
  if (model.template === undefined) {
    return model.baseInstructions === undefined ? undefined : strip(model.baseInstructions);
  }
  const template = strip(model.template);
  if (!rules.personalitySubstitution) return template;
  const spoken =
    personality === 'none' ? '' : (model.personalities[personality ?? 'default'] ?? '');
  // Literal and in one pass: nothing in the text is special (spec 1 §2.13).
  return template.split(placeholder).join(spoken);
}

/** Takes the first `# Personality` section out: from its heading to the next heading of level 1, or to the end. */
export function stripPersonality(text: string): string {
  const lines = text.split(/(?<=\n)/);
  const start = lines.findIndex((line) => bare(line) === '# Personality');
  if (start < 0) return text;
  let end = start + 1;
  while (end < lines.length && !/^#(?:$|[ \t])/.test(bare(lines[end] ?? ''))) end += 1;
  return [...lines.slice(0, start), ...lines.slice(end)].join('');
}

function bare(line: string): string {
  return line.replace(/\n$/, '').replace(/\r$/, '');
}
