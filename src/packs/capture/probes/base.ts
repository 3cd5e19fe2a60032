/** Base prompts, and the words around one that a change of model or personality brings (spec 1 §1.2, §4.1, §5.1). */

import type { Bench } from '../bench.js';
import { cutFrame, fillValues, putFrame, replaceValues } from '../cut-text.js';
import type { CapturedText, Check, Family, Finding } from '../finding.js';
import type { ModelCall } from '../mock-service.js';
import { keepCatalog, modelOf, withMessages } from '../own-model.js';
import {
  fragmentOf,
  NotSeen,
  seen,
  textsOfCalls,
  textsOfItems,
  itemsOf,
} from '../recorded-texts.js';

/** The slug for which releases that know personalities have a template of their own outside the catalog. */
const templatedSlug = 'exp-codex-personality';

export const base: Family = {
  name: 'base prompts',
  probes: [
    { ids: ['base.default'], run: captureDefault },
    {
      ids: ['base.personality-header', 'base.personality-friendly', 'base.personality-pragmatic'],
      run: captureHeader,
    },
    { ids: ['model-switch.lead'], run: captureSwitch },
    { ids: ['model-instructions.lead'], run: captureInstructions },
    { ids: ['personality.lead'], run: capturePersonality },
  ],
};

async function captureDefault(bench: Bench): Promise<readonly Finding[]> {
  const catalog = await keepCatalog(bench, [
    withMessages(modelOf(bench, 'plain'), 'mill-known', {}),
  ]);
  const text = await baseTextOf(bench, { model: 'unknown-one', catalog });
  const recorded = await baseTextOf(bench, { model: 'unknown-two', catalog });
  return [{ id: 'base.default', text, checks: [{ rendered: text, recorded }] }];
}

async function captureHeader(bench: Bench): Promise<readonly Finding[]> {
  const catalog = await keepCatalog(bench, [
    withMessages(modelOf(bench, 'plain'), 'mill-known', {}),
  ]);
  const plain = await baseTextOf(bench, { model: 'unknown-one', catalog });
  const model = templatedSlug;
  const none = await baseTextOf(bench, { model, catalog, personality: 'none' });
  const header = cutFrame(none, { before: '', after: `\n\n\n\n${plain}` });
  const checks: Check[] = [];
  const sentences: CapturedText[] = [];
  for (const personality of ['friendly', 'pragmatic'] as const) {
    const recorded = await baseTextOf(bench, { model, catalog, personality });
    const frame = { before: `${header}\n\n`, after: `\n\n${plain}` };
    const text = cutFrame(recorded, frame);
    checks.push({ rendered: putFrame(text, frame), recorded });
    sentences.push({ id: `base.personality-${personality}`, text, checks });
  }
  return [{ id: 'base.personality-header', text: header, checks }, ...sentences];
}

interface BaseOptions {
  readonly model: string;
  readonly catalog: string;
  readonly personality?: string;
}

async function baseTextOf(bench: Bench, options: BaseOptions): Promise<string> {
  const { personality, ...home } = options;
  const more = personality === undefined ? '' : `personality = "${personality}"\n`;
  const settings = `${more}approval_policy = "never"\nsandbox_mode = "danger-full-access"`;
  const [call] = await bench.session({ ...home, settings }, async ({ turn }) => turn('Hello.'));
  return baseOfCall(seen(call, 'no request was sent'));
}

/** The base text of a request: its own member, or the first developer message of the input. */
function baseOfCall({ body }: ModelCall): string {
  const { instructions } = body;
  if (typeof instructions === 'string') return instructions;
  const first = textsOfItems(itemsOf(body))[0];
  if (first?.role === 'developer' && !first.text.startsWith('<')) return first.text;
  throw new NotSeen('a request has no base text');
}

async function captureSwitch(bench: Bench): Promise<readonly Finding[]> {
  const tag = 'model_switch';
  const slugs = ['mill-one', 'mill-two', 'mill-three'];
  const recorded = fragmentsByModel(await switchModels(bench, 'plain', slugs), tag, slugs.slice(1));
  const frame = (slug: string): { before: string; after: string } => ({
    before: `<${tag}>\n`,
    after: `\n\nBASE ${slug}\n</${tag}>`,
  });
  const text = cutFrame(recorded['mill-two'] ?? '', frame('mill-two'));
  const { before, after } = frame('mill-three');
  const check = { rendered: `${before}${text}${after}`, recorded: recorded['mill-three'] ?? '' };
  return [{ id: 'model-switch.lead', text, checks: [check] }];
}

/** The words before a replaced base text, with a placeholder for the model where it is named. */
async function captureInstructions(bench: Bench): Promise<readonly Finding[]> {
  const tag = 'model_instructions';
  const slugs = ['mill-one', 'mill-two', 'mill-three'];
  const recorded = fragmentsByModel(await switchModels(bench, 'lite', slugs), tag, slugs.slice(1));
  const cut = (slug: string): string =>
    cutFrame(recorded[slug] ?? '', {
      before: `<${tag}>\n`,
      after: `\n\nBASE ${slug}\n</${tag}>`,
    });
  const text = replaceValues(cut('mill-two'), { model: 'mill-two' });
  const check = {
    rendered: fillValues(text, { model: 'mill-three' }),
    recorded: cut('mill-three'),
  };
  return [{ id: 'model-instructions.lead', text, checks: [check] }];
}

function fragmentsByModel(
  calls: readonly ModelCall[],
  tag: string,
  slugs: readonly string[],
): Readonly<Record<string, string>> {
  const texts = textsOfCalls(calls);
  return Object.fromEntries(
    slugs.map((slug) => {
      const own = texts.filter(({ text }) => text.includes(`BASE ${slug}\n`));
      return [slug, fragmentOf(own, tag)];
    }),
  );
}

async function switchModels(
  bench: Bench,
  kind: 'plain' | 'lite',
  slugs: readonly string[],
): Promise<readonly ModelCall[]> {
  const models = slugs.map((slug) =>
    withMessages(modelOf(bench, kind), slug, { instructions_template: `BASE ${slug}` }),
  );
  const catalog = await keepCatalog(bench, models);
  return bench.session({ model: slugs[0] ?? '', catalog }, async ({ turn }) => {
    for (const model of slugs) await turn('Hello.', { model });
  });
}

async function capturePersonality(bench: Bench): Promise<readonly Finding[]> {
  const tag = 'personality_spec';
  const model = withMessages(modelOf(bench, 'plain'), 'mill-mood', {
    instructions_template: 'BASE {{ personality }}',
    instructions_variables: {
      personality_default: '',
      personality_friendly: 'WARM',
      personality_pragmatic: 'DRY',
    },
  });
  const catalog = await keepCatalog(bench, [model]);
  const calls = await bench.session({ model: 'mill-mood', catalog }, async ({ turn }) => {
    for (const personality of ['pragmatic', 'friendly', 'pragmatic']) {
      await turn('Hello.', { personality });
    }
  });
  const texts = textsOfCalls(calls);
  const told = (mood: string): string =>
    fragmentOf(
      texts.filter(({ text }) => text.includes(mood)),
      tag,
    );
  const text = cutFrame(told('WARM'), { before: `<${tag}>`, after: `\nWARM </${tag}>` });
  const check = { rendered: `<${tag}>${text}\nDRY </${tag}>`, recorded: told('DRY') };
  return [{ id: 'personality.lead', text, checks: [check] }];
}
