/** Walks a session's requests in order: each one's items and frame, reusing the history of the one before. */

import type { Model } from '../catalog/model.js';
import { ItemFlag, type ItemTable } from '../contract/item-table.js';
import type { Fidelity, RequestKind } from '../contract/request.js';
import type { RulesProfile } from '../contract/rules.js';
import { dropPlanLines } from '../context/drop-plan-lines.js';
import { modelInstructions } from '../context/model-instructions.js';
import { History } from '../history/history.js';
import { ItemList } from '../history/item-list.js';
import { Normaliser } from '../history/normalise.js';
import { truncateMiddle } from '../rollout/truncate-text.js';
import { atom } from '../contract/atoms.js';
import { decodeMode } from './decode-mode.js';
import { chooseSettings, type RequestSettings } from './choose-settings.js';
import { fitWindow } from './fit-window.js';
import { nameUuid, threadNamespace } from './name-uuid.js';
import { type BodyForm, type BodyFrame, frameBody } from './request-body.js';
import type { SelectedRequest } from './select-requests.js';
import type { SessionSource } from './session-source.js';
import type { SessionView } from './session-view.js';
import { addSyntheticOutput } from './synthetic-output.js';

/** A request ready to be written; valid until the next one. */
export interface StreamedRequest {
  readonly byteLength: number;
  /** The line up to the input's first element. */
  readonly head: Uint8Array;
  /** From the input's end to the line's end. */
  readonly tail: Uint8Array;
  readonly table: ItemTable;
  readonly items: Int32Array;
  readonly count: number;
}

/** What requests under one rules profile share. */
interface Run {
  readonly rules: RulesProfile;
  readonly source: SessionSource;
  readonly history: History;
  readonly normaliser: Normaliser;
  readonly list: ItemList;
  readonly sendsIds: boolean;
  readonly frames: Map<string, BodyFrame>;
  /** Items made for requests alone, by what they are. */
  readonly made: Map<string, number>;
}

export class RequestStream {
  private readonly view: SessionView;
  private readonly selected: readonly SelectedRequest[];
  private readonly runs = new Map<string, Run>();
  private readonly recordedTexts = new Map<string, BaseText>();

  constructor(view: SessionView, selected: readonly SelectedRequest[]) {
    this.view = view;
    this.selected = selected;
  }

  /** All requests in order; may be walked again, and gives the same then. */
  *requests(): Iterable<StreamedRequest> {
    this.view.rewind();
    let run: Run | undefined;
    for (const request of this.selected) {
      const rules = this.view.rulesOf(request.point);
      if (run?.rules !== rules) run = this.enterRun(rules);
      const resumed = this.view.enter(request.point);
      if (request.isNext) run.history.rebuild(request.point.line);
      else if (resumed !== undefined) run.history.rebuild(resumed);
      run.history.advanceTo(request.point.line);
      yield this.assemble(request, run);
    }
  }

  private enterRun(rules: RulesProfile): Run {
    const known = this.runs.get(rules.id);
    if (known !== undefined) {
      known.history.restart();
      return known;
    }
    const run = this.startRun(rules);
    this.runs.set(rules.id, run);
    return run;
  }

  private startRun(rules: RulesProfile): Run {
    const { view } = this;
    const source = view.source(rules);
    const { texts } = view.context;
    const sendsIds = view.sendsIds(rules);
    return {
      rules,
      source,
      sendsIds,
      history: new History(source, {
        summaryPrefix: texts['compaction.summary-prefix'],
        noSummary: texts['compaction.no-summary'],
        cut: (text, tokens) => truncateMiddle(text, tokens, 'tokens'),
      }),
      normaliser: new Normaliser(source.table, rules, (call) => addSyntheticOutput(source.table, call, sendsIds)),
      list: new ItemList(),
      frames: new Map(),
      made: new Map(),
    };
  }

  private assemble(request: SelectedRequest, run: Run): StreamedRequest {
    const { view } = this;
    const settings = chooseSettings(request.point, {
      settings: view.settings,
      catalog: view.context.catalog,
      rules: run.rules,
    });
    const form = this.formOf(request, run);
    run.normaliser.run(run.history.list);
    const { list } = run;
    list.length = 0;
    const base = this.baseText(settings, run.rules);
    if (settings !== undefined && request.point.kind === 'compaction' && form !== 'local-compaction') {
      fitWindow(run.normaliser.sent, run.source, {
        model: settings.model,
        baseBytes: Buffer.byteLength(base.text ?? ''),
        outputText: view.context.texts['compaction.output-rewritten'],
      });
    }
    const missing = this.addPrefix(list, run, settings, base, form);
    const mode = decodeMode(settings?.model, run.rules);
    const { sent } = run.normaliser;
    const takesUpdates = view.isOpenAi && settings?.model.takesEffortUpdates === true;
    for (let position = 0; position < sent.length; position += 1) {
      if (!takesUpdates && run.source.table.types[sent.at(position)] === configurationUpdate) continue;
      list.push(run.source.variant(sent.at(position), mode));
    }
    if (form === 'local-compaction') list.push(this.promptItem(run));
    if (form === 'responses' && request.point.kind === 'compaction') list.push(this.triggerItem(run));
    const frame = this.frame(run, settings, form, base, missing);
    const kind = request.isNext ? 'next' : kindOf(request, run);
    const head = Buffer.from(this.lineHead(request, kind) + frame.head);
    const tail = Buffer.from(`${frame.tail},"fidelity":${JSON.stringify(frame.fidelity)}}\n`);
    let byteLength = head.length + tail.length + Math.max(0, list.length - 1);
    for (let position = 0; position < list.length; position += 1) {
      byteLength += run.source.table.byteLengths[list.at(position)] as number;
    }
    return { byteLength, head, tail, table: run.source.table, items: list.items, count: list.length };
  }

  private lineHead(request: SelectedRequest, kind: RequestKind): string {
    const { session, input } = this.view;
    const id = JSON.stringify(`${session.meta.id}#${String(request.at)}`);
    const line = Math.max(0, request.point.line - session.firstOwnLine);
    const source = `{"file":${JSON.stringify(input.file)},"line":${String(line)}}`;
    return `{"id":${id},"source":${source},"at":${String(request.at)},"kind":"${kind}","request":`;
  }

  private formOf(request: SelectedRequest, run: Run): BodyForm {
    const { point } = request;
    if (point.kind !== 'compaction') return 'responses';
    // A compaction that failed left no record.
    if (point.compactedLine < 0) return this.view.isOpenAi ? 'responses' : 'local-compaction';
    if (run.source.compactionForm(point.compactedLine) !== 'remote') return 'local-compaction';
    const items = run.source.base(point.compactedLine) ?? new Int32Array(0);
    return run.rules.remoteCompactionV1 && isFirstVersion(run, items) ? 'remote-compaction-v1' : 'responses';
  }

  /** The base instructions: recorded, else the model's own (spec 1 §3.1). */
  private baseText(settings: RequestSettings | undefined, rules: RulesProfile): BaseText {
    const { session } = this.view;
    const recorded = session.meta.baseInstructions;
    if (recorded !== undefined) return this.recordedText(recorded, settings, rules);
    if (settings === undefined) return { text: undefined, key: '', fidelity: 'unknown: not recorded' };
    const personality = settings.context?.personality;
    const text = this.modelText(settings.model, personality, rules);
    if (text === undefined) return { text, key: '', fidelity: 'unknown: not recorded; give --catalog' };
    return { text, key: `${settings.model.slug} ${personality ?? ''}`, fidelity: 'rendered' };
  }

  private modelText(model: Model, personality: string | undefined, rules: RulesProfile): string | undefined {
    const key = `${rules.id} ${personality ?? ''} ${model.slug}`;
    return this.view.context.renderedTexts.get(key, () => modelInstructions(model, personality, rules));
  }

  private recordedText(recorded: string, settings: RequestSettings | undefined, rules: RulesProfile): BaseText {
    const key = `recorded ${rules.id} ${settings?.model.slug ?? ''}`;
    const known = this.recordedTexts.get(key);
    if (known !== undefined) return known;
    const text = this.withoutPlanLines(recorded, settings, rules);
    const made: BaseText =
      text === recorded
        ? { text, key: 'recorded', fidelity: 'exact' }
        : { text, key: 'without plan lines', fidelity: planLinesFidelity };
    this.recordedTexts.set(key, made);
    return made;
  }

  /** Leaves out lines on a tool that is not offered, as far as the rollout tells that this was done. */
  private withoutPlanLines(text: string, settings: RequestSettings | undefined, rules: RulesProfile): string {
    if (!rules.dropsPlanLines || settings?.model.isLite === true) return text;
    const { meta } = this.view.session;
    const isModels =
      meta.baseProvenance === 'model' ||
      (meta.baseProvenance === undefined &&
        settings !== undefined &&
        this.modelText(settings.model, undefined, rules) === text);
    const isOffered = this.toolsText()?.includes('"update_plan"') === true;
    return isModels && !isOffered && this.view.usesBuiltInModels ? dropPlanLines(text) : text;
  }

  /**
   * Adds what stands before the history (spec 3 §3.6, spec 4 §3.1).
   * @returns a note on what is missing there
   */
  private addPrefix(
    list: ItemList,
    run: Run,
    settings: RequestSettings | undefined,
    base: BaseText,
    form: BodyForm,
  ): string | undefined {
    const isLite = settings?.model.isLite === true;
    const { rules, source } = run;
    let missing: string | undefined;
    if (isLite) {
      if (rules.litePrefixRecorded && hasToolsItem(source.table, run.normaliser.sent)) return undefined;
      const skipsTools = rules.litePrefixRecorded && form === 'local-compaction';
      const tools = form === 'local-compaction' ? '[]' : this.toolsText();
      if (tools === undefined) missing = 'the tools item in front is left out; give --tools';
      else if (!skipsTools) list.push(this.toolsItem(run, tools));
    }
    if ((isLite || rules.baseLocation === 'input') && base.text !== '') {
      if (base.text === undefined) missing = 'the base instructions in front are left out';
      else list.push(this.baseItem(run, base));
    }
    return missing;
  }

  private toolsText(): string | undefined {
    const { tools } = this.view.context;
    return tools === undefined ? undefined : Buffer.from(tools).toString('utf8');
  }

  private toolsItem(run: Run, tools: string): number {
    return this.make(run, `tools:${String(tools.length)}`, 'additional_tools', () => {
      const id = run.rules.litePrefixRecorded ? `"id":"at_${this.prefixId(tools)}",` : '';
      return `{"type":"additional_tools",${id}"role":"developer","tools":${tools}}`;
    });
  }

  private baseItem(run: Run, { text = '', key }: BaseText): number {
    return this.make(run, `base:${key}`, 'message', () => {
      const id = run.rules.baseLocation === 'input' ? `"id":"msg_${this.prefixId(text)}",` : '';
      const content = `[{"type":"input_text","text":${JSON.stringify(text)}}]`;
      const labels = run.rules.baseLocation === 'input' && this.view.isOpenAi ? baseLabels : '';
      return `{"type":"message",${id}"role":"developer","content":${content}${labels}}`;
    });
  }

  private prefixId(name: string): string {
    return nameUuid(threadNamespace(this.view.session.meta.id), name);
  }

  private promptItem(run: Run): number {
    return this.make(run, 'prompt', 'message', () => {
      const text = JSON.stringify(this.view.context.texts['compaction.prompt']);
      return `{"type":"message","role":"user","content":[{"type":"input_text","text":${text}}]}`;
    });
  }

  private triggerItem(run: Run): number {
    return this.make(run, 'trigger', 'compaction_trigger', () => '{"type":"compaction_trigger"}');
  }

  private make(
    run: Run,
    key: string,
    type: 'message' | 'additional_tools' | 'compaction_trigger',
    text: () => string,
  ): number {
    const known = run.made.get(key);
    if (known !== undefined) return known;
    const { table } = run.source;
    table.pieces.addLiteral(Buffer.from(text()));
    const item = table.add(-1, 0, atom(type), 0, undefined, 0);
    run.made.set(key, item);
    return item;
  }

  private frame(
    run: Run,
    settings: RequestSettings | undefined,
    form: BodyForm,
    base: BaseText,
    missing: string | undefined,
  ): BodyFrame {
    const { view } = this;
    const key = [
      settings?.model.slug,
      settings?.effort,
      settings?.summary,
      settings?.serviceTier,
      form,
      missing,
      base.key,
    ].join('\n');
    const known = run.frames.get(key);
    if (known !== undefined) return known;
    const frame = frameBody({
      form,
      rules: run.rules,
      settings,
      hasCatalog: view.context.hasCatalog,
      instructions: base.text === undefined ? undefined : JSON.stringify(base.text),
      instructionsFidelity: base.fidelity,
      inputFidelity: inputFidelity(form, missing, view.context.packName, base.fidelity),
      tools: this.toolsText(),
      promptCacheKey: view.session.meta.sessionId,
    });
    run.frames.set(key, frame);
    return frame;
  }
}

/** What a request-time base message is labelled with where metadata is sent (spec 4 §1.2). */
const baseLabels = ',"internal_chat_message_metadata_passthrough":{"content_item_kinds":["model.base_instructions"]}';

const planLinesFidelity: Fidelity = 'assumed: the models were those built into Codex, and it offered no update_plan tool';

interface BaseText {
  readonly text: string | undefined;
  /** Tells texts of one session apart without comparing them. */
  readonly key: string;
  readonly fidelity: Fidelity;
}

function inputFidelity(
  form: BodyForm,
  missing: string | undefined,
  packName: string,
  base: Fidelity,
): Fidelity {
  if (missing !== undefined) return `unknown: ${missing}`;
  if (form === 'local-compaction') return `rendered: the prompt is that of pack ${packName}`;
  return base === planLinesFidelity ? base : 'exact';
}

function hasToolsItem(table: ItemTable, list: ItemList): boolean {
  const type = atom('additional_tools');
  for (let position = 0; position < list.length; position += 1) {
    if (table.types[list.at(position)] === type) return true;
  }
  return false;
}

const compaction = atom('compaction');
const configurationUpdate = atom('configuration_update');
/**
 * Whether the result is one that only the first version of remote compaction gives: the second keeps user messages of
 * the history, and one compaction item, and nothing else (spec 3 §5.3, §5.4).
 */
function isFirstVersion(run: Run, items: Int32Array): boolean {
  const { source, history } = run;
  const { table } = source;
  const context = ItemFlag.developer | ItemFlag.user;
  const users = items.filter((item) => isRealUser(table, item));
  const others = items.filter((item) => ((table.flags[item] as number) & context) === 0);
  if (others.length !== 1 || table.types[others[0] as number] !== compaction) return true;
  const told = new Set<string>();
  for (let position = 0; position < history.list.length; position += 1) {
    const item = history.list.at(position);
    if (isRealUser(table, item)) told.add(source.userText(item));
  }
  // The oldest one kept may have been cut.
  if (users.length === 0) return told.size > 0;
  return users.slice(1).some((item) => !told.has(source.userText(item))) || !told.has(source.userText(users.at(-1) as number));
}

function isRealUser(table: ItemTable, item: number): boolean {
  const flags = table.flags[item] as number;
  return (flags & ItemFlag.user) !== 0 && (flags & ItemFlag.contextualUser) === 0;
}

/** Why a request was sent: told by what was put in since the one before. */
function kindOf(request: SelectedRequest, run: Run): RequestKind {
  const { point } = request;
  if (point.kind === 'compaction') return 'compaction';
  let hasPerson = false;
  let hasGoal = false;
  for (let line = point.inputStart; line < point.line; line += 1) {
    const item = itemFlags(run, line);
    if ((item & ItemFlag.boundary) !== 0) hasPerson = true;
    if ((item & ItemFlag.goalContext) !== 0) hasGoal = true;
  }
  if (hasPerson) return point.kind === 'first' ? 'turn' : 'steer';
  if (hasGoal) return 'goal';
  return point.kind === 'first' ? 'turn' : 'follow_up';
}

function itemFlags(run: Run, line: number): number {
  const { index } = run.source;
  const type = index.types[line];
  if (type !== atom('message') && type !== atom('agent_message')) return 0;
  const item = run.source.item(line);
  return item < 0 ? 0 : (run.source.table.flags[item] as number);
}
