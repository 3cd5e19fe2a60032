// Puts together what the context engine is given, in made-up words, and shows what it tells.

import { Catalog } from '../../src/catalog/catalog.js';
import { withConfigOverrides, type ConfigOverrides } from '../../src/catalog/config-overrides.js';
import type { ContextInput, SectionTexts } from '../../src/context/context-input.js';
import type {
  ContextBaseline,
  ContextChange,
  ContextSettings,
  SectionId,
} from '../../src/contract/context.js';
import type { RulesId } from '../../src/contract/rules.js';
import { contextTextIds, type PackTexts } from '../../src/contract/texts.js';
import { profile } from './decode-one.js';
import { ownTexts } from './own-texts.js';
import type { Json } from './rollout-lines.js';

/** Each text of the context is its id in brackets. */
export const idTexts: PackTexts = {
  ...ownTexts,
  ...Object.fromEntries(contextTextIds.map((id) => [id, `[${id}]`])),
  'model-instructions.lead': 'now {{ model }}\n[model-instructions.lead]',
  'memory.lead': '{{ memory_summary }} in {{ memory_folder }}',
  'time.reminder': 'time {{ now }}',
};

const words = {
  personality_default: 'DEF',
  personality_friendly: 'FRI',
  personality_pragmatic: 'PRA',
};

/** `place` has a place for the personality, `fixed` has none, `bare` no template, `void` an empty one. */
const catalog = new Catalog([
  entry('place', 'A {{ personality }} B'),
  entry('fixed', 'FIXED'),
  entry('bare', null),
  entry('void', ''),
  entry('section', 'I\n# Personality\n{{ personality }}\n# End\n'),
  { ...entry('lite', 'LITE'), use_responses_lite: true },
  { ...entry('lite-two', 'LITE TWO'), use_responses_lite: true },
]);

function entry(slug: string, template: string | null): Json {
  return {
    slug,
    base_instructions: `BASE ${slug}`,
    model_messages: { instructions_template: template, instructions_variables: words },
  };
}

/** Texts that say what they were written from. */
const sections: SectionTexts = {
  agentsMd: {
    full: ({ text }) => text && `agents ${text}`,
    changed: (told, { text }) => {
      if (told.state === 'known' && told.snapshot.text === text) return undefined;
      return text === undefined ? 'agents gone' : `agents now ${text}`;
    },
  },
  environments: {
    full: ({ current_date: date }) => `env ${date}`,
    changed: (told, { current_date: date }) =>
      told.state === 'known' && told.snapshot.current_date === date ? undefined : `env now ${date}`,
  },
};

export interface InputSketch {
  readonly rules?: RulesId;
  readonly settings?: Partial<ContextSettings>;
  readonly overrides?: Partial<ConfigOverrides>;
  readonly baseline?: Partial<ContextBaseline>;
  /** Sections of which the history holds a fragment. */
  readonly fragments?: readonly SectionId[];
}

export function contextInput(sketch: InputSketch = {}): ContextInput {
  const { rules = '0.145', fragments = [], overrides = {} } = sketch;
  const settings: ContextSettings = {
    model: 'place',
    baseText: 'A PRA B',
    personality: 'pragmatic',
    personalityEnabled: true,
    realtimeActive: false,
    agentsMd: {},
    environmentsInstructions: false,
    apps: false,
    plugins: false,
    ...sketch.settings,
  };
  const { personality, personalityEnabled } = settings;
  return {
    settings,
    baseline: { hasFragment: (section) => fragments.includes(section), ...sketch.baseline },
    model: withConfigOverrides(catalog.lookUp(settings.model), {
      personalityEnabled,
      ...(personality === undefined ? {} : { personality }),
      ...overrides,
    }),
    rules: profile(rules),
    texts: idTexts,
    sections,
  };
}

/** A baseline whose last turn ran on a model, with a personality. */
export function lastTurn(
  model: string,
  personality?: string,
): Pick<ContextBaseline, 'reference' | 'previous'> {
  return {
    reference: { model, ...(personality === undefined ? {} : { personality }) },
    previous: { model },
  };
}

/** The messages, each as its role and texts. */
export function messagesOf({ messages }: ContextChange): readonly (readonly string[])[] {
  return messages.map(({ role, parts }) => [[role], parts.map(({ text }) => text)].flat());
}

/** How the fragments read that tell a personality, or a switch. */
export const spec = (text: string): string =>
  `<personality_spec> [personality.lead] \n${text} </personality_spec>`;
export const switched = (text: string): string =>
  `<model_switch>\n[model-switch.lead]\n\n${text}\n</model_switch>`;
