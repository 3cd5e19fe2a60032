/** Gives a request's items another context: resolves the settings, has the context told, and puts it among the items. */

import { atom } from '../../contract/atoms.js';
import type { RolloutBytes } from '../../contract/bytes.js';
import type { ContextMessage, SectionId } from '../../contract/context.js';
import { ItemFlag, type MadeItem } from '../../contract/item-table.js';
import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import type { JsonScanner } from '../../contract/kernels.js';
import { optional } from '../../contract/optional-member.js';
import type { RulesProfile } from '../../contract/rules.js';
import type { PackTexts } from '../../contract/texts.js';
import type { ContextInput } from '../../context/context-input.js';
import { goalSteering, withObjective } from '../../context/goal-steering.js';
import { initialContext } from '../../context/initial-context.js';
import { editEnvironment } from '../../context/read-environment.js';
import { tellContext } from '../../context/tell-context.js';
import { timeReminder } from '../../context/time-reminder.js';
import type { ItemList } from '../../history/item-list.js';
import type { BaseText } from '../base-text.js';
import type { RequestSettings } from '../choose-settings.js';
import type { SessionSource } from '../session-source.js';
import { type ContextItem, readContextItem, sentBytes, withParts } from './context-item.js';
import type { PreparedRecast } from './prepared-recast.js';
import { readRecordedContext, type RecordedContext } from './recorded-context.js';
import { recastInPlace, type RecastItems, rebase, withoutSections } from './recast-items.js';
import { resolveContext } from './resolve-context.js';
import { sectionWriters } from './section-writers.js';
import { keepRecordedWords } from './keep-recorded-words.js';

export interface RecasterParts {
  readonly recast: PreparedRecast;
  readonly source: SessionSource;
  readonly bytes: RolloutBytes;
  readonly scanner: JsonScanner;
  readonly rules: RulesProfile;
  readonly texts: PackTexts;
  /** Whether messages are sent with labels for their parts. */
  readonly labelsParts: boolean;
  /** Whether the base instructions are a model's own, as the rollout records it. */
  readonly baseFollowsModel: boolean;
  /** The tools that were offered, a JSON array; undefined when they are not known. */
  readonly toolsText: string | undefined;
}

/** One request's place and settings. */
export interface RecastRequest {
  readonly line: number;
  /** Line of the turn context in force, or -1. */
  readonly turnLine: number;
  readonly settings: RequestSettings;
  readonly base: BaseText;
}

const messageAtom = atom('message');
const toolsAtom = atom('additional_tools');
const outputAtom = atom('function_call_output');
const hookLabel = 'hooks.additional_context';

export class Recaster {
  private readonly parts: RecasterParts;
  private readonly tools: readonly JsonRecord[] | undefined;
  private readonly read = new Map<number, ContextItem | undefined>();
  /** Items made, by their JSON or by what they were made from. */
  private readonly made = new Map<string, number>();

  constructor(parts: RecasterParts) {
    this.parts = parts;
    this.tools = parts.toolsText === undefined ? undefined : parseTools(parts.toolsText);
  }

  /**
   * The items with their context changed.
   * @throws PromptmillError `bad_setting`, `bad_policy`, `missing_text`
   */
  items(sent: ItemList, request: RecastRequest): readonly number[] {
    const { recast } = this.parts;
    const before = Array.from(sent.items.subarray(0, sent.length));
    const { mode } = recast.request;
    const input = this.contextInput(before, request);
    if (mode === 'resume') return [...before, ...this.resumed(input.context)];
    const fresh = keepRecordedWords(initialContext(input.context), input.recorded, recast).messages;
    const items = this.recastItems(input.context);
    const placed =
      mode === 'rebase'
        ? rebase(before, recast, { fresh, items })
        : recastInPlace(before, recast, { fresh, items });
    return placed.flatMap((item) => this.objectiveAnew(item));
  }

  private contextInput(
    items: readonly number[],
    request: RecastRequest,
  ): { readonly context: ContextInput; readonly recorded: RecordedContext } {
    const { recast, source, bytes, rules, texts, baseFollowsModel } = this.parts;
    const recorded = readRecordedContext({
      source,
      bytes,
      line: request.line,
      turnLine: request.turnLine,
      items: items.map((item) => this.contextItem(item)).filter((item) => item !== undefined),
    });
    const { settings, base } = request;
    const shared = { recast, rules, texts, baseFollowsModel, tools: this.tools };
    const resolved = resolveContext({ ...shared, recorded, settings, base });
    const holdsBaseItem = items.some((item) => source.table.types[item] === toolsAtom);
    const context: ContextInput = {
      settings: resolved,
      baseline:
        recast.request.mode === 'resume'
          ? { ...recorded.baseline, holdsBaseItem }
          : { hasFragment: () => false },
      model: settings.model,
      rules,
      texts,
      sections: sectionWriters(texts, rules),
    };
    return { context, recorded };
  }

  /** What a resume adds, then the goal's steering, then the prompt. */
  private resumed(input: ContextInput): number[] {
    const { recast } = this.parts;
    const { messages } = tellContext(input);
    const told = withoutSections(messages, (section) => recast.isDropped(section));
    return [...told.map((message) => this.makeMessage(message)), ...this.closing()];
  }

  /** Newer releases tell a goal's objective by an output of its own. */
  private objectiveAnew(item: number): readonly number[] {
    const { recast, source } = this.parts;
    const { goal } = recast.request;
    const isAsked = goal !== undefined || recast.isDropped('goal');
    if (!isAsked || source.table.types[item] !== outputAtom) return [item];
    const sent = Buffer.from(sentBytes(source.table, this.parts.bytes, item)).toString('utf8');
    const value: unknown = JSON.parse(sent);
    if (!isRecord(value) || value['name'] !== 'goal_objective') return [item];
    if (goal === undefined) return [];
    const objective = JSON.stringify({ ...value, output: goal.objective });
    return [this.make(objective, { rule: 'item.goal', line: -1 }, 0)];
  }

  /** What follows the context: a goal's steering or a prompt, with what hooks and the clock add. */
  private closing(): number[] {
    const { rules, texts, recast } = this.parts;
    const { goal, prompt } = recast.request;
    const hooks = (recast.given.texts('hook_context') ?? []).map((text) =>
      this.makeMessage({
        role: 'developer',
        parts: [{ section: 'hook_context', label: hookLabel, text }],
      }),
    );
    const steering =
      goal === undefined
        ? []
        : goalSteering('continuation', { timeUsedSeconds: 0, ...goal }, { rules, texts });
    const time = recast.given.text('time_reminder');
    return [
      ...hooks,
      ...steering.map((item) =>
        this.make(
          JSON.stringify(item),
          { rule: 'item.goal', line: -1, sections: ['goal'] },
          ItemFlag.user | ItemFlag.contextualUser,
        ),
      ),
      ...(prompt === undefined ? [] : [this.makeUser(prompt)]),
      ...(time === undefined ? [] : [this.makeMessage(timeReminder(time, texts, rules))]),
    ];
  }

  private recastItems({ settings }: ContextInput): RecastItems {
    const { source, recast } = this.parts;
    const { environments } = settings;
    const [place] = Object.values(environments?.environments ?? {});
    const setsFiles = recast.isSet('permissions') || recast.isSet('environments');
    return {
      read: (item) => this.contextItem(item),
      flags: (item) => source.table.flags[item] as number,
      rewrite: (item, parts) => this.rewrite(item, parts),
      make: (message) => this.makeMessage(message),
      edit: (section: SectionId, text: string) => {
        const { goal } = recast.request;
        if (section === 'goal') return goal && withObjective(text, goal.objective);
        if (section !== 'environments' || environments === undefined) return undefined;
        const { given } = recast;
        return editEnvironment(text, {
          ...(given.has('cwd') && place !== undefined ? { cwd: place.cwd } : {}),
          ...(given.has('shell') && place?.shell !== undefined ? { shell: place.shell } : {}),
          ...optional('current_date', given.text('current_date')),
          ...optional('timezone', given.text('timezone')),
          ...optional('network', given.text('network')),
          ...optional('filesystem', setsFiles ? environments.filesystem : undefined),
        });
      },
    };
  }

  private contextItem(item: number): ContextItem | undefined {
    if (!this.read.has(item)) this.read.set(item, readContextItem(this.parts.source, item));
    return this.read.get(item);
  }

  private rewrite(item: ContextItem, parts: Parameters<RecastItems['rewrite']>[1]): number {
    const key = `${String(item.item)} ${JSON.stringify(parts)}`;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const { source, bytes, scanner } = this.parts;
    const { table } = source;
    const sent = sentBytes(table, bytes, item.item);
    table.pieces.addLiteral(withParts(sent, parts, scanner));
    const flags = table.flags[item.item] as number;
    const made = table.addMade(messageAtom, flags, {
      rule: 'item.retold',
      line: table.lines[item.item] as number,
      sections: parts.map((part) => (typeof part === 'number' ? undefined : part.section)),
    });
    this.made.set(key, made);
    return made;
  }

  private makeMessage({ role, parts, tools }: ContextMessage): number {
    if (tools !== undefined) {
      const json = JSON.stringify({ type: 'additional_tools', role, tools });
      return this.make(json, { rule: 'item.told', line: -1 }, 0);
    }
    const content = parts.map(({ text }) => ({ type: 'input_text', text }));
    const labels = parts.map(({ label }) => label);
    const contextual = role === 'user' ? ItemFlag.contextualUser : ItemFlag.contextualDeveloper;
    return this.make(
      this.messageJson(role, content, labels),
      { rule: 'item.told', line: -1, sections: parts.map(({ section }) => section) },
      (role === 'user' ? ItemFlag.user : ItemFlag.developer) | contextual,
    );
  }

  private makeUser(text: string): number {
    const content = [{ type: 'input_text', text }];
    return this.make(
      this.messageJson('user', content, ['user.text']),
      { rule: 'item.prompt', line: -1 },
      ItemFlag.user | ItemFlag.boundary,
    );
  }

  private messageJson(role: string, content: unknown, kinds: readonly string[]): string {
    const message = { type: 'message', role, content };
    return JSON.stringify(
      this.parts.labelsParts
        ? { ...message, internal_chat_message_metadata_passthrough: { content_item_kinds: kinds } }
        : message,
    );
  }

  private make(json: string, from: MadeItem, flags: number): number {
    const known = this.made.get(json);
    if (known !== undefined) return known;
    const { table } = this.parts.source;
    table.pieces.addLiteral(Buffer.from(json));
    const made = table.addMade(messageAtom, flags, from);
    this.made.set(json, made);
    return made;
  }
}

function parseTools(text: string): readonly JsonRecord[] {
  const tools: unknown = JSON.parse(text);
  return Array.isArray(tools) ? tools.filter(isRecord) : [];
}
