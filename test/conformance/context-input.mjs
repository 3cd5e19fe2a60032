// Makes, from a recorded turn, what the context engine is given.

import { Catalog } from '../../dist/catalog/catalog.js';
import { withConfigOverrides } from '../../dist/catalog/config-overrides.js';
import { resolveBaseInstructions } from '../../dist/context/base-instructions.js';
import { equalJson } from '../../dist/context/equal-json.js';
import { findBaseline } from '../../dist/context/find-baseline.js';
import { fragmentHash } from '../../dist/context/fragment-hash.js';
import { instructionsOf } from '../../dist/context/model-instructions.js';
import { replayWorldState } from '../../dist/context/replay-world-state.js';
import { toBaselineLine } from './context-baseline.mjs';

/** @typedef {import('./context-cases.mjs').Turn} Turn */

/**
 * What a rollout does not keep as such (developer instructions, memory, window, hints, the text behind a hash) is
 * taken from what was told; where it was told, and whether, is the engine's to find.
 *
 * @param {Turn} turn
 * @param {{ catalog: unknown, fragments: ReadonlyMap<string, string>, rules: any }} sources `fragments`: by hash
 */
export function readInput(turn, { catalog, fragments, rules }) {
  const { before, own, history, told } = turn;
  const context = own.at(-1).payload;
  const lines = [...before, ...own].flatMap(toBaselineLine);
  const state = replayWorldState(lines.filter(isWorldState)) ?? {};
  const meta = before.find(({ type }) => type === 'session_meta')?.payload.base_instructions ?? {};
  const applied = [...before, ...own].findLast(isApplied)?.payload.thread_settings;
  const personality = context.personality ?? applied?.personality;
  const looked = new Catalog(catalog).lookUp(context.model);
  const plain = withConfigOverrides(looked, { personality, personalityEnabled: true });
  const isFirst = !before.some(({ type }) => type === 'response_item');
  const isGiven = isFirst
    ? meta.text !== instructionsOf(plain, personality, rules)
    : told.some(({ texts }) => texts[0]?.endsWith(`:\n\n${meta.text}\n</model_switch>`));
  const override = isGiven ? (meta.text ?? undefined) : undefined;
  const model = withConfigOverrides(looked, {
    personality,
    personalityEnabled: true,
    ...(override === undefined ? {} : { baseInstructions: override }),
  });
  const base = resolveBaseInstructions({
    override,
    recorded: meta.text ?? undefined,
    ofModel: () => instructionsOf(model, personality, rules),
  });
  return {
    rules,
    model,
    state,
    baseline: {
      ...findBaseline(before.flatMap(toBaselineLine)),
      holdsBaseItem: history.some(({ type }) => type === 'additional_tools'),
      hasFragment: (section) => history.some((item) => holds(item, section)),
    },
    settings: {
      model: context.model,
      baseText: base.text,
      baseFollowsModel: meta.provenance?.type === 'model',
      baseOverride: override,
      personality,
      personalityEnabled: true,
      ...untagged(told),
      contextWindow: windowBody(told) ?? (state.context_window && 'told before'),
      contextWindowGuidance: state.context_window_guidance,
      realtimeActive: context.realtime_active === true,
      agentsMd: state.agents_md ?? {},
      permissions: permissionsFrom(state.permissions, told, fragments),
      collaboration: collaborationFrom(context, state.collaboration_mode, fragments),
      environments: state.environments,
      environmentsInstructions: state.environments_instructions === true,
      apps: state.apps_instructions === true,
      plugins: state.plugins_instructions === true,
      ...(state.host_skills?.body === undefined
        ? {}
        : { skills: `<skills_instructions>${state.host_skills.body}</skills_instructions>` }),
      multiAgentMode: context.multi_agent_mode ?? state.multi_agent_mode?.mode,
      ...(state.multi_agent_usage_hint === undefined
        ? {}
        : { multiAgentHint: fragments.get(state.multi_agent_usage_hint) }),
      deferredTools: state.tools,
      ...topLevelTools(turn),
    },
  };
}

/** Writers that know what was told, so that the engine finds whether and where. @param {Turn} turn */
export function sectionWriters({ told }) {
  const texts = told.flatMap((message) => message.texts);
  const writer = (opening) => ({
    full: (snapshot) => (Object.keys(snapshot).length === 0 ? undefined : recorded(texts, opening)),
    changed: (before, snapshot) =>
      before.state === 'known' && equalJson(visible(before.snapshot), visible(snapshot))
        ? undefined
        : recorded(texts, opening),
  });
  return {
    agentsMd: writer('# AGENTS.md instructions'),
    environments: writer('<environment_context>'),
  };
}

/** Agents below are told along, but no reason to tell. */
function visible(snapshot) {
  return { ...snapshot, subagents: null };
}

function recorded(texts, opening) {
  return texts.find((text) => text.startsWith(opening)) ?? `${opening}: not told`;
}

/** All developer fragments of some turns, by the hash under which a world state knows them.
 * @param {readonly Turn[]} turns */
export function fragmentsByHash(turns) {
  const texts = turns
    .flatMap(({ told, history }) => [
      ...told,
      ...history.map(({ role, content }) => ({
        role,
        texts: (Array.isArray(content) ? content : []).map(({ text }) => text ?? ''),
      })),
    ])
    .filter(({ role }) => role === 'developer')
    .flatMap((message) => message.texts);
  return new Map(texts.map((text) => [fragmentHash('developer', text), text]));
}

/** Texts without tags: the first message holds developer instructions and memory, a message of its own a hint. */
function untagged(told) {
  const [first, ...rest] = told.filter(({ role }) => role === 'developer');
  const plain = (first?.texts ?? []).filter((text) => !text.startsWith('<'));
  const memory = plain.find((text) => text.startsWith('## Memory'));
  const developerInstructions = plain.find((text) => text !== memory);
  const hint = rest.map(({ texts }) => texts[0] ?? '').find((text) => !text.startsWith('<'));
  return {
    ...(developerInstructions === undefined ? {} : { developerInstructions }),
    ...(memory === undefined ? {} : { memory }),
    ...(hint === undefined ? {} : { multiAgentHint: hint }),
  };
}

/** The tools of a lite model: those declared before, with what the turn declared anew and without what it took back.
 * @param {Turn} turn */
function topLevelTools({ own, history, told }) {
  const declared = [...history, ...own.map(({ payload }) => payload)].filter(
    ({ type }) => type === 'additional_tools',
  );
  if (declared.length === 0) return {};
  const gone = told.flatMap(
    ({ texts }) => texts[0]?.match(/(?<=\n- )[a-z_]+\.[a-z_]+(?=\n|$)/g) ?? [],
  );
  const namespaces = new Map();
  for (const { name, tools, ...rest } of declared.flatMap((item) => item.tools)) {
    const members = new Map(namespaces.get(name)?.tools.map((tool) => [tool.name, tool]));
    for (const tool of tools ?? []) members.set(tool.name, tool);
    for (const path of gone) members.delete(path.startsWith(`${name}.`) && path.split('.')[1]);
    namespaces.set(name, { name, ...rest, tools: [...members.values()] });
  }
  return { topLevelTools: [...namespaces.values()] };
}

function windowBody(told) {
  const text = told
    .map(({ texts }) => texts.join(''))
    .find((joined) => joined.includes('<context_window>'));
  return /<context_window>\n([^]*?)\n<\/context_window>/.exec(text ?? '')?.[1];
}

/** Newer releases hash the text without its list of prefixes, which is not at hand where no other turn shows it. */
function permissionsFrom(snapshot, told, fragments) {
  if (snapshot === undefined) return undefined;
  const isBare = typeof snapshot === 'string';
  const textWithoutPrefixes = fragments.get(isBare ? snapshot : snapshot.instructions) ?? '';
  const shown = told
    .flatMap(({ texts }) => texts)
    .find((text) => text.startsWith(openings.permissions));
  const approvedPrefixes = isBare ? [] : snapshot.approved_command_prefixes;
  return { text: shown ?? textWithoutPrefixes, textWithoutPrefixes, approvedPrefixes };
}

function isApplied({ payload: { type } }) {
  return type === 'thread_settings_applied';
}

function collaborationFrom({ collaboration_mode: mode }, snapshot, fragments) {
  if (mode === undefined) return undefined;
  const fragment = fragments.get(snapshot?.instructions);
  const words = fragment?.replaceAll(/^<collaboration_mode>|<\/collaboration_mode>$/g, '');
  return {
    mode: mode.mode,
    instructions: words ?? mode.settings?.developer_instructions ?? undefined,
  };
}

const openings = {
  model_switch: '<model_switch>',
  realtime: '<realtime_conversation>',
  agents_md: '# AGENTS.md instructions',
  permissions: '<permissions instructions>',
  collaboration_mode: '<collaboration_mode>',
  environments: '<environment_context>',
  environments_instructions: '<environments_instructions>',
  apps: '<apps_instructions>',
  plugins: '<plugins_instructions>',
  skills: '<skills_instructions>',
  tools: '<tools>',
  personality: '<personality_spec>',
  multi_agent_mode: '<multi_agent_mode>',
  context_window_guidance: '<context_window_guidance>',
};

function holds({ type, role, content }, section) {
  if (type !== 'message' || (role !== 'developer' && role !== 'user')) return false;
  const opening = openings[section];
  return opening !== undefined && content.some(({ text }) => text?.trimStart().startsWith(opening));
}

function isWorldState({ kind }) {
  return kind === 'compacted' || kind === 'full' || kind === 'patch';
}
