/** The list of skills, in its long and its short form, and what is said when there is none (spec 1 §7.5). */

import type { Bench } from '../bench.js';
import { craftRollout, messageLine, turnLines } from '../crafted-rollout.js';
import { cutFrame, fillValues, linedTag, putFrame, type Values } from '../cut-text.js';
import type { Family, Finding, Probe } from '../finding.js';
import { keepCatalog, modelOf } from '../own-model.js';
import { fragmentOf, fragmentsOf, seen, textsOfCalls } from '../recorded-texts.js';

const tagName = 'skills_instructions';
const tag = linedTag(tagName);

export const skills: Family = {
  name: 'skills',
  probes: [
    listProbe('skills.instructions', true),
    listProbe('skills.instructions-short', false),
    { ids: ['skills.none'], run: captureNone },
  ],
};

/** The list as a model is told that wants the usage of skills explained, or not. */
function listProbe(
  id: 'skills.instructions' | 'skills.instructions-short',
  explained: boolean,
): Probe {
  const run = async (bench: Bench): Promise<readonly Finding[]> => {
    const model = {
      ...modelOf(bench, 'plain'),
      slug: 'mill',
      include_skills_usage_instructions: explained,
    };
    const catalog = await keepCatalog(bench, [model]);
    const told = async (names: readonly string[]): Promise<string> => {
      const skill = (name: string): string =>
        `---\nname: ${name}\ndescription: A skill.\n---\nText.\n`;
      const files = names.map((name) => [`skills/${name}/SKILL.md`, skill(name)]);
      const options = { model: 'mill', catalog, files: Object.fromEntries(files) };
      const calls = await bench.session(options, async ({ turn }) => turn('Hello.'));
      return cutFrame(fragmentOf(textsOfCalls(calls), tagName), tag);
    };
    const one = await told(['mill-one']);
    const two = await told(['mill-two', 'mill-three']);
    let text = one;
    for (const [name, list] of Object.entries(listsOf(one))) {
      text = text.replace(list, () => `{{ ${name} }}`);
    }
    const rendered = putFrame(fillValues(text, listsOf(two)), tag);
    return [{ id, text, checks: [{ rendered, recorded: putFrame(two, tag) }] }];
  };
  return { ids: [id], run };
}

/** The lines of skills, and those of their roots where a release shortens paths. */
function listsOf(body: string): Values {
  const skillLines = /(?:^- mill-.*\n?)+/m.exec(body)?.[0];
  const rootLines = /(?:^- `r\d+` = .*\n?)+/m.exec(body)?.[0];
  const lists = { skills: seen(skillLines, 'no skill was listed') };
  const all = rootLines === undefined ? lists : { ...lists, skill_roots: rootLines };
  return Object.fromEntries(
    Object.entries(all).map(([name, lines]) => [name, lines.replace(/\n$/, '')]),
  );
}

/** Told when a history has a list and there is none any more. */
async function captureNone(bench: Bench): Promise<readonly Finding[]> {
  const model = modelOf(bench, 'plain').slug;
  const run = async (old: string): Promise<string> => {
    const list = messageLine('developer', [{ type: 'input_text', text: putFrame(old, tag) }]);
    const { threadId, files } = craftRollout(turnLines({ text: 'Hello.', before: [list], model }));
    const options = { model, files, resume: threadId };
    const calls = await bench.session(options, async ({ turn }) => turn('Go on.'));
    const told = fragmentsOf(textsOfCalls(calls), tagName).find((text) => !text.includes(old));
    return seen(told, 'no text took the place of the list');
  };
  const text = cutFrame(await run('OLD ONE'), tag);
  const recorded = await run('OLD TWO');
  return [{ id: 'skills.none', text, checks: [{ rendered: putFrame(text, tag), recorded }] }];
}
