/** What is told when something that a history tells of is gone: apps, plugins, skills, guidance, base instructions. */

import type { JsonRecord } from '../../../contract/json-record.js';
import type { PackTextId } from '../../../contract/texts.js';
import type { Bench } from '../bench.js';
import { craftRollout, messageLine, turnLines } from '../crafted-rollout.js';
import { cutFrame, linedTag, putFrame } from '../cut-text.js';
import type { Family, Finding, Probe } from '../finding.js';
import { keepCatalog, modelOf, withMessages } from '../own-model.js';
import { fragmentsOf, seen, textsOfCalls } from '../recorded-texts.js';

export const withdrawn: Family = {
  name: 'withdrawn',
  probes: [
    goneProbe('apps.removed', {
      history: 'catalog_apps_instructions',
      tag: 'catalog_apps_instructions',
      state: { catalog_apps_instructions: { text: 'OLD' } },
    }),
    goneProbe('plugins.removed', {
      history: 'plugins_instructions',
      tag: 'plugins_instructions',
      state: { plugins_instructions: true },
    }),
    goneProbe('skills.none-host', {
      history: 'skills_instructions',
      tag: 'skills_instructions',
      state: { host_skills: { includeInstructions: true, body: 'OLD' } },
    }),
    goneProbe('context-window-guidance.removed', {
      history: 'context_window_guidance',
      tag: 'context_window_guidance',
      state: { context_window_guidance: 'OLD' },
    }),
    { ids: ['context-window-guidance.replaced'], run: captureReplacedGuidance },
    { ids: ['model-instructions.none'], run: captureNoInstructions },
  ],
};

interface Gone {
  /** Tag of the fragment in the history. */
  readonly history: string;
  /** Tag of what takes its place. */
  readonly tag: string;
  /** Sections of the world state that the history remembers. */
  readonly state: JsonRecord;
}

function goneProbe(id: PackTextId, gone: Gone): Probe {
  const run = async (bench: Bench): Promise<readonly Finding[]> => {
    const frame = linedTag(gone.tag);
    const told = async (words: string): Promise<string> => {
      const texts = await resumed(bench, { ...gone, words });
      const fresh = texts.find((text) => !text.includes(words));
      return cutFrame(seen(fresh, 'nothing took the place of what is gone'), frame);
    };
    const text = await told('OLD ONE');
    const recorded = putFrame(await told('OLD TWO'), frame);
    return [{ id, text, checks: [{ rendered: putFrame(text, frame), recorded }] }];
  };
  return { ids: [id], run };
}

async function captureReplacedGuidance(bench: Bench): Promise<readonly Finding[]> {
  const tag = 'context_window_guidance';
  const told = async (guidance: string): Promise<string> => {
    const texts = await resumed(bench, {
      history: tag,
      tag,
      state: { context_window_guidance: 'OLD' },
      words: 'OLD',
      tables: `[features.token_budget]\nenabled = true\nguidance_message = "${guidance}"\n`,
    });
    const fresh = texts.find((text) => text.includes(guidance));
    return cutFrame(seen(fresh, 'no guidance was told anew'), {
      before: `<${tag}>\n`,
      after: `\n\n${guidance}\n</${tag}>`,
    });
  };
  const text = await told('NEW ONE');
  const recorded = await told('NEW TWO');
  const id = 'context-window-guidance.replaced';
  return [{ id, text, checks: [{ rendered: text, recorded }] }];
}

interface Resumed extends Gone {
  /** Body of the fragment in the history. */
  readonly words: string;
  readonly tables?: string;
}

/** Fragments with the tag, of a session that goes on with such a history. */
async function resumed(
  bench: Bench,
  { history, tag, state, words, tables = '' }: Resumed,
): Promise<readonly string[]> {
  const model = modelOf(bench, 'plain').slug;
  const old = putFrame(words, linedTag(history));
  const before = [
    messageLine('developer', [{ type: 'input_text', text: old }]),
    { type: 'world_state', payload: { full: true, state } },
  ];
  const { threadId, files } = craftRollout(turnLines({ text: 'Hello.', before, model }));
  const options = { model, files, tables, resume: threadId };
  const calls = await bench.session(options, async ({ turn }) => turn('Go on.'));
  return fragmentsOf(textsOfCalls(calls), tag);
}

/** A model without base instructions after one with some; told to models that take them from the history. */
async function captureNoInstructions(bench: Bench): Promise<readonly Finding[]> {
  const lite = modelOf(bench, 'lite');
  const model = (slug: string, text: string): JsonRecord => ({
    ...withMessages(lite, slug, { instructions_template: text }),
    base_instructions: text,
  });
  const told = async (slug: string): Promise<string> => {
    const catalog = await keepCatalog(bench, [model('mill-some', 'BASE'), model(slug, '')]);
    const calls = await bench.session({ model: 'mill-some', catalog }, async ({ turn }) => {
      for (const next of ['mill-some', slug]) await turn('Hello.', { model: next });
    });
    const [fragment] = fragmentsOf(textsOfCalls(calls), 'model_instructions');
    const recorded = seen(fragment, 'nothing told that there are no instructions');
    const body = cutFrame(recorded, linedTag('model_instructions'));
    return body.slice(body.indexOf('\n') + 1);
  };
  const text = await told('mill-none');
  const recorded = await told('mill-empty');
  return [{ id: 'model-instructions.none', text, checks: [{ rendered: text, recorded }] }];
}
