/** Walks a session's requests in order: each one's items and frame, reusing the history of the one before. */

import { atom } from '../contract/atoms.js';
import { ItemFlag, type ItemTable } from '../contract/item-table.js';
import type { Fidelity, RequestKind } from '../contract/request.js';
import type { RulesProfile } from '../contract/rules.js';
import { History } from '../history/history.js';
import { ItemList } from '../history/item-list.js';
import { Normaliser } from '../history/normalise.js';
import type { RequestPoint } from '../rollout/find-requests.js';
import { truncateMiddle } from '../rollout/truncate-text.js';
import { type BaseText, BaseTexts, planLinesFidelity } from './base-text.js';
import { chooseSettings, type RequestSettings } from './choose-settings.js';
import { decodeMode } from './decode-mode.js';
import { withGiven } from './recast/given-settings.js';
import { recastFidelity } from './recast/recast-fidelity.js';
import { Recaster } from './recast/recaster.js';
import { fitWindow } from './fit-window.js';
import { MadeItems } from './made-items.js';
import { type BodyForm, type BodyFrame, frameBody } from './request-body.js';
import { bodyForm, hasToolsItem, requestKind } from './request-kind.js';
import { requestId, requestSource } from './request-name.js';
import type { SelectedRequest } from './select-requests.js';
import type { SessionSource } from './session-source.js';
import type { SessionView } from './session-view.js';
import { addSyntheticOutput } from './synthetic-output.js';

/** A request ready to be written; valid until the next one. */
export interface StreamedRequest {
  readonly at: number;
  readonly point: RequestPoint;
  readonly kind: RequestKind;
  readonly byteLength: number;
  /** The line up to the input's first element. */
  readonly head: Uint8Array;
  /** From the input's end to the line's end. */
  readonly tail: Uint8Array;
  readonly table: ItemTable;
  readonly items: Int32Array;
  readonly count: number;
  readonly frame: BodyFrame;
  readonly base: BaseText;
  /** Undefined when the rollout does not tell the model. */
  readonly settings: RequestSettings | undefined;
}

/** What requests under one rules profile share. */
interface Run {
  readonly rules: RulesProfile;
  readonly source: SessionSource;
  readonly history: History;
  readonly normaliser: Normaliser;
  readonly list: ItemList;
  readonly frames: Map<string, BodyFrame>;
  readonly made: MadeItems;
  /** Undefined when the context stays as recorded. */
  readonly recaster: Recaster | undefined;
}

/** What one request is assembled from. */
interface Draft {
  readonly run: Run;
  /** The line in front of which the request was sent. */
  readonly line: number;
  /** Undefined when the rollout does not tell the model. */
  readonly settings: RequestSettings | undefined;
  readonly form: BodyForm;
  readonly base: BaseText;
  readonly isCompaction: boolean;
}

interface SentItems {
  readonly items: ArrayLike<number>;
  readonly length: number;
}

const configurationUpdate = atom('configuration_update');

export class RequestStream {
  private readonly view: SessionView;
  private readonly selected: readonly SelectedRequest[];
  private readonly runs = new Map<string, Run>();
  private readonly baseTexts: BaseTexts;
  private readonly toolsText: string | undefined;

  constructor(view: SessionView, selected: readonly SelectedRequest[]) {
    const { tools } = view.context;
    this.view = view;
    this.selected = selected;
    this.toolsText = tools === undefined ? undefined : Buffer.from(tools).toString('utf8');
    this.baseTexts = new BaseTexts(view, this.toolsText);
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
      history: new History(source, {
        summaryPrefix: texts['compaction.summary-prefix'],
        noSummary: texts['compaction.no-summary'],
        cut: (text, tokens) => truncateMiddle(text, tokens, 'tokens'),
      }),
      normaliser: new Normaliser(source.table, rules, (call) =>
        addSyntheticOutput(source.table, call, sendsIds),
      ),
      list: new ItemList(),
      frames: new Map(),
      made: new MadeItems(source.table, {
        rules,
        threadId: view.session.meta.id,
        isOpenAi: view.isOpenAi,
      }),
      recaster: this.recaster(source, rules),
    };
  }

  private recaster(source: SessionSource, rules: RulesProfile): Recaster | undefined {
    const { view } = this;
    const { recast, scanner, texts } = view.context;
    if (recast === undefined) return undefined;
    return new Recaster({
      recast,
      source,
      bytes: view.bytes,
      scanner,
      rules,
      texts,
      labelsParts: view.isOpenAi && rules.labelsContentParts,
      baseFollowsModel: view.session.meta.baseProvenance === 'model',
      toolsText: this.toolsText,
    });
  }

  private assemble(request: SelectedRequest, run: Run): StreamedRequest {
    const draft = this.draft(request, run);
    const { list, source } = run;
    run.normaliser.run(run.history.list);
    this.fit(draft);
    list.length = 0;
    const missing = this.addPrefix(draft);
    this.addHistory(draft);
    this.addClosing(draft);
    const { table } = source;
    let bytes = Math.max(0, list.length - 1);
    let flags = 0;
    for (let position = 0; position < list.length; position += 1) {
      const item = list.at(position);
      bytes += table.byteLengths[item] as number;
      flags |= table.flags[item] as number;
    }
    const input = this.inputFidelity(draft, missing, flags);
    const frame = this.frame(draft, input);
    const kind = request.isNext ? 'next' : requestKind(request.point, source);
    const head = Buffer.from(this.lineHead(request, kind) + frame.head);
    const tail = Buffer.from(`${frame.tail},"fidelity":${JSON.stringify(frame.fidelity)}}\n`);
    const { items, length: count } = list;
    return {
      ...request,
      kind,
      byteLength: head.length + bytes + tail.length,
      head,
      tail,
      table,
      items,
      count,
      frame,
      base: draft.base,
      settings: draft.settings,
    };
  }

  private draft(request: SelectedRequest, run: Run): Draft {
    const { settings: turnSettings, context } = this.view;
    const recorded = chooseSettings(request.point, {
      settings: turnSettings,
      catalog: context.catalog,
      rules: run.rules,
    });
    const { recast } = context;
    const settings =
      recast === undefined ? recorded : withGiven(recorded, { ...context, given: recast.given });
    return {
      run,
      line: request.point.line,
      settings,
      form: bodyForm(request.point, {
        source: run.source,
        history: run.history.list,
        isOpenAi: this.view.isOpenAi,
      }),
      base: this.baseTexts.anew(recorded, settings, run.rules),
      isCompaction: request.point.kind === 'compaction',
    };
  }

  private lineHead({ at, point }: SelectedRequest, kind: RequestKind): string {
    const id = JSON.stringify(requestId(this.view, at));
    const source = JSON.stringify(requestSource(this.view, point));
    return `{"id":${id},"source":${source},"at":${String(at)},"kind":"${kind}","request":`;
  }

  /** A remote compaction leaves out what does not fit the model's window. */
  private fit({ run, settings, form, base, isCompaction }: Draft): void {
    if (settings === undefined || !isCompaction || form === 'local-compaction') return;
    fitWindow(run.normaliser.sent, run.source, {
      model: settings.model,
      baseBytes: Buffer.byteLength(base.text ?? ''),
      outputText: this.view.context.texts['compaction.output-rewritten'],
    });
  }

  /**
   * Adds what stands before the history (spec 3 §3.6, spec 4 §3.1).
   * @returns a note on what is missing there
   */
  private addPrefix({ run, settings, form, base }: Draft): string | undefined {
    const isLite = settings?.model.isLite === true;
    const { rules, source, list, made } = run;
    let missing: string | undefined;
    if (isLite) {
      if (rules.litePrefixRecorded && hasToolsItem(source.table, run.normaliser.sent)) {
        return undefined;
      }
      const skipsTools = rules.litePrefixRecorded && form === 'local-compaction';
      const tools = form === 'local-compaction' ? '[]' : this.toolsText;
      if (tools === undefined) missing = 'the tools item in front is left out; give --tools';
      else if (!skipsTools) list.push(made.tools(tools));
    }
    if ((isLite || rules.baseLocation === 'input') && base.text !== '') {
      const json = this.baseTexts.json(base);
      if (json === undefined) missing = 'the base instructions in front are left out';
      else list.push(made.base(base, json));
    }
    return missing;
  }

  private addHistory(draft: Draft): void {
    const { run, settings } = draft;
    const { source, list } = run;
    const sent = this.sentItems(draft);
    const mode = decodeMode(settings?.model, run.rules);
    const takesUpdates = this.view.isOpenAi && settings?.model.takesEffortUpdates === true;
    for (let position = 0; position < sent.length; position += 1) {
      const item = sent.items[position] as number;
      if (!takesUpdates && source.table.types[item] === configurationUpdate) continue;
      list.push(source.variant(item, mode));
    }
  }

  /** The history as it is sent, or with another context. */
  private sentItems({ run, settings, base, line }: Draft): SentItems {
    const { recaster, normaliser } = run;
    if (recaster === undefined || settings === undefined) return normaliser.sent;
    const turnLine = this.view.settings.before(line)?.line ?? -1;
    const items = recaster.items(normaliser.sent, { line, turnLine, settings, base });
    return { items, length: items.length };
  }

  private addClosing({ run, form, isCompaction }: Draft): void {
    const { list, made } = run;
    if (form === 'local-compaction') {
      list.push(made.prompt(this.view.context.texts['compaction.prompt']));
    }
    if (form === 'responses' && isCompaction) list.push(made.trigger());
  }

  private frame({ run, settings, form, base }: Draft, input: Fidelity): BodyFrame {
    const { context, session } = this.view;
    const key = [
      settings?.model.slug,
      settings?.effort,
      settings?.summary,
      settings?.serviceTier,
      form,
      input,
      base.key,
    ].join('\n');
    const known = run.frames.get(key);
    if (known !== undefined) return known;
    const frame = frameBody({
      form,
      rules: run.rules,
      settings,
      hasCatalog: context.hasCatalog,
      instructions: this.baseTexts.json(base),
      instructionsFidelity: base.fidelity,
      inputFidelity: input,
      tools: this.toolsText,
      promptCacheKey: session.meta.sessionId,
    });
    run.frames.set(key, frame);
    return frame;
  }

  /** @param flags those of all items together */
  private inputFidelity(
    { form, base, settings }: Draft,
    missing: string | undefined,
    flags: number,
  ): Fidelity {
    const { packName, recast } = this.view.context;
    if (missing !== undefined) return `unknown: ${missing}`;
    if (recast !== undefined) return recastFidelity(recast, settings, packName);
    if (form === 'local-compaction') return `rendered: the prompt is that of pack ${packName}`;
    if ((flags & ItemFlag.packText) !== 0) {
      return `rendered: a text in it is that of pack ${packName}`;
    }
    return base.fidelity === planLinesFidelity ? planLinesFidelity : 'exact';
  }
}
