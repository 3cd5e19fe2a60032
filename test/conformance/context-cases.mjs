// Reads, from recorded resumes, what the context engine is given and what the reference binary told.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Catalog } from '../../dist/catalog/catalog.js';
import { withConfigOverrides } from '../../dist/catalog/config-overrides.js';
import { resolveBaseInstructions } from '../../dist/context/base-instructions.js';
import { findBaseline } from '../../dist/context/find-baseline.js';
import { instructionsOf } from '../../dist/context/model-instructions.js';
import { replayWorldState } from '../../dist/context/replay-world-state.js';
import { fragmentHash } from '../../dist/context/fragment-hash.js';

/**
 * A resume: the lines before it, those it wrote, and the request that followed.
 * @typedef {{ name: string, before: any[], after: any[], input: any[] }} Resume
 */

/**
 * The cases below a folder of recordings whose next request follows a resume; those that compact first are left out.
 * @param {string} root
 * @returns {Resume[]}
 */
export function readResumes(root) {
  return readdirSync(root)
    .toSorted()
    .filter((name) =>
      ['rollout-before.jsonl', 'rollout.jsonl', 'request-0.json'].every((file) =>
        existsSync(join(root, name, file)),
      ),
    )
    .flatMap((name) => readResume(join(root, name), name));
}

function readResume(folder, name) {
  const before = readFileSync(join(folder, 'rollout-before.jsonl'), 'utf8');
  const whole = readFileSync(join(folder, 'rollout.jsonl'), 'utf8');
  const { body } = JSON.parse(readFileSync(join(folder, 'request-0.json'), 'utf8'));
  const after = readLines(whole.slice(before.length));
  const words = after.find(({ payload }) => payload?.type === 'user_message')?.payload.message;
  const last = body.input.at(-1);
  if (last?.role !== 'user' || last.content[0]?.text !== words) return [];
  return [{ name, before: readLines(before), after, input: body.input }];
}

/** Lines that are no JSON are left out, as the binary does. */
function readLines(text) {
  return text.split('\n').flatMap((line) => {
    try {
      const value = JSON.parse(line.replace(/^\uFEFF/, ''));
      return typeof value?.payload === 'object' && value.payload !== null ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** The messages that the resume told. @param {Resume} resume */
export function toldMessages({ after }) {
  const words = after.findIndex(({ payload }) => payload?.type === 'user_message');
  return after
    .slice(0, words)
    .filter(({ type, payload }) => type === 'response_item' && payload.type === 'message')
    .filter(({ payload }) => !isBaseMessage(payload))
    .slice(0, -1)
    .map(({ payload }) => toMessage(payload));
}

/** @returns {{ role: string, texts: string[] }} */
function toMessage({ role, content }) {
  return { role, texts: (content ?? []).map(({ text }) => text) };
}

/** Base instructions that are recorded: no part of the context. */
function isBaseMessage({ internal_chat_message_metadata_passthrough: metadata }) {
  return metadata?.content_item_kinds?.[0] === 'model.base_instructions';
}

/** Whether the request ends with these messages and the user's words. @param {Resume} resume */
export function requestEndsWithThem(resume) {
  const told = toldMessages(resume);
  const sent = resume.input
    .slice(0, -1)
    .slice(resume.input.length - 1 - told.length)
    .map((item) => toMessage(item));
  return JSON.stringify(sent) === JSON.stringify(told);
}

/** What the engine is given, but for rules, texts and the writers of sections.
 * @param {Resume} resume
 * @param {{ catalogJson: unknown, fragments: ReadonlyMap<string, string>, rules: any }} sources `fragments`: by hash */
export function readInput(resume, { catalogJson, fragments, rules }) {
  const { before, after, input } = resume;
  const context = after.find(({ type }) => type === 'turn_context').payload;
  const lines = [...before, ...after].flatMap(toBaselineLine);
  const state = replayWorldState(lines.filter(({ kind }) => isWorldState(kind))) ?? {};
  const told = toldMessages(resume);
  const history = input.slice(0, input.length - 1 - told.length);
  const meta = before.find((line) => line?.type === 'session_meta')?.payload ?? {};
  const { personality } = context;
  const looked = new Catalog(catalogJson).lookUp(context.model);
  const model = withConfigOverrides(looked, { personality, personalityEnabled: true });
  const { text: baseText } = resolveBaseInstructions({
    override: undefined,
    recorded: meta.base_instructions?.text,
    ofModel: () => instructionsOf(model, personality, rules),
  });
  const first = told[0]?.role === 'developer' ? told[0].texts : [];
  const plain = first.find((text) => !text.startsWith('<'));
  return {
    model,
    settings: {
      model: context.model,
      baseText,
      personality,
      personalityEnabled: true,
      // Nothing else in these cases has no tags.
      ...(plain === undefined ? {} : { developerInstructions: plain }),
      realtimeActive: context.realtime_active === true,
      agentsMd: state.agents_md ?? {},
      permissions: permissionsFrom(state.permissions, fragments),
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
    },
    baseline: {
      ...findBaseline(before.flatMap(toBaselineLine)),
      hasFragment: (section) => history.some((item) => holds(item, section)),
    },
    recordedState: state,
  };
}

function permissionsFrom(recorded, fragments) {
  if (recorded === undefined) return undefined;
  const hash = typeof recorded === 'string' ? recorded : recorded.instructions;
  const text = fragments.get(hash) ?? '';
  return {
    text,
    textWithoutPrefixes: text,
    approvedPrefixes: recorded.approved_command_prefixes ?? [],
  };
}

function collaborationFrom({ collaboration_mode: recorded }, remembered, fragments) {
  if (recorded === undefined) return undefined;
  const fragment = fragments.get(remembered?.instructions);
  const words = fragment?.replace(/^<collaboration_mode>|<\/collaboration_mode>$/g, '');
  return {
    mode: recorded.mode,
    instructions: words ?? recorded.settings.developer_instructions ?? undefined,
  };
}

/** All developer fragments that some requests hold, by the hash under which a world state knows them.
 * @param {readonly Resume[]} resumes */
export function fragmentsByHash(resumes) {
  const texts = resumes
    .flatMap(({ input }) => input)
    .filter(({ role }) => role === 'developer')
    .flatMap(({ content }) => (content ?? []).flatMap(({ text }) => text ?? []));
  return new Map(texts.map((text) => [fragmentHash('developer', text), text]));
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
};

function holds({ type, role, content }, section) {
  if (type !== 'message' || (role !== 'developer' && role !== 'user')) return false;
  const opening = openings[section];
  return opening !== undefined && content.some(({ text }) => text?.trimStart().startsWith(opening));
}

function isWorldState(kind) {
  return kind === 'compacted' || kind === 'full' || kind === 'patch';
}

/** @returns {import('../../dist/context/find-baseline.js').BaselineLine[]} */
function toBaselineLine({ type, payload }) {
  switch (type) {
    case 'compacted':
      return !isCompaction(payload)
        ? []
        : [{ kind: 'compacted', isLegacy: !Array.isArray(payload.replacement_history) }];
    case 'world_state':
      return [{ kind: payload.full ? 'full' : 'patch', state: payload.state }];
    case 'turn_context':
      return isTurnContext(payload) ? [toContextLine(payload)] : [];
    case 'response_item':
      return [{ kind: 'item', isBoundary: isBoundary(payload) }];
    case 'inter_agent_communication':
      return [{ kind: 'item', isBoundary: true }];
    case 'event_msg':
      return toEventLine(payload);
    default:
      return [];
  }
}

/** What can't be decoded is left out, as the binary does; enough for the recordings. */
function isTurnContext({ cwd, sandbox_policy: policy }) {
  return typeof cwd === 'string' && cwd.startsWith('/') && typeof policy?.type === 'string';
}

function isCompaction({ message, replacement_history: items }) {
  const parts = (items ?? []).flatMap((item) => item.content ?? []);
  return typeof message === 'string' && parts.every(({ type }) => type !== 'new_content');
}

function toContextLine(payload) {
  return {
    kind: 'turn_context',
    turnId: payload.turn_id,
    model: payload.model,
    compHash: payload.comp_hash,
    realtimeActive: payload.realtime_active,
    personality: payload.personality,
    multiAgentMode: payload.multi_agent_mode,
  };
}

function toEventLine({ type, turn_id: id, num_turns: turns }) {
  const turnId = id ?? undefined;
  switch (type) {
    case 'user_message':
      return [{ kind: 'item', isBoundary: true }];
    case 'thread_rolled_back':
      return [{ kind: 'rolled_back', turns }];
    case 'task_started':
    case 'turn_started':
      return turnId === undefined ? [] : [{ kind: 'started', turnId }];
    case 'task_complete':
    case 'turn_complete':
      return turnId === undefined ? [] : [{ kind: 'completed', turnId }];
    case 'turn_aborted':
      return [{ kind: 'aborted', turnId }];
    default:
      return [];
  }
}

/** Enough for the recordings: what a person wrote, or another agent. */
function isBoundary({ type, role, content }) {
  if (type === 'agent_message') return true;
  if (type !== 'message' || role !== 'user') return false;
  const texts = (content ?? []).map(({ text }) => text ?? '');
  return !texts.some((text) => /^\s*(<[a-z_]+[ >]|# AGENTS\.md instructions)/.test(text));
}
