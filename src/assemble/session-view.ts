/** One session as requests see it: sources by rules profile, settings, and what the rollout tells of the rest. */

import type { RolloutBytes } from '../contract/bytes.js';
import { ItemFlag } from '../contract/item-table.js';
import { type LineIndex, LineKind } from '../contract/line-index.js';
import { startsTurn } from '../contract/turn-events.js';
import { isBuiltInModel } from '../catalog/built-in-models.js';
import type { RulesProfile } from '../contract/rules.js';
import type { SessionInput } from '../contract/session.js';
import type { LineQuestions, RequestPoint } from '../rollout/find-requests.js';
import { findResumes } from '../rollout/find-resumes.js';
import { mayNameRootTurn } from '../rollout/peek-line.js';
import type { TruncationPolicy } from '../rollout/truncate-text.js';
import { decodeMode } from './decode-mode.js';
import type { OpenSession } from './open-session.js';
import type { PreparedContext } from './prepare-context.js';
import { areIdsSent, isOpenAi, newerRules } from './session-facts.js';
import { SessionSource } from './session-source.js';
import { TurnSettings } from './turn-settings.js';

export class SessionView {
  readonly input: SessionInput;
  readonly bytes: RolloutBytes;
  readonly session: OpenSession;
  readonly context: PreparedContext;
  readonly index: LineIndex;
  readonly settings: TurnSettings;
  readonly isOpenAi: boolean;
  /** Decodes by the file's own rules, for questions that must be answered before the provider is known. */
  private readonly prober: SessionSource;
  private readonly sources = new Map<string, SessionSource>();
  /** First line written by a newer release than the file names, and its profile. */
  private readonly upgrade: { readonly line: number; readonly rules: RulesProfile } | undefined;
  /** Whether models of the catalog cut outputs differently. */
  private readonly hasPolicies: boolean;
  private builtInModels: boolean | undefined;
  private resumes: readonly number[] | undefined;
  private override: { readonly before: number; readonly policy: TruncationPolicy } | undefined;

  constructor(input: SessionInput, session: OpenSession, context: PreparedContext) {
    this.input = input;
    this.bytes = input.bytes;
    this.session = session;
    this.context = context;
    this.index = session.index;
    this.settings = new TurnSettings(
      input.bytes,
      session.index,
      context.options.loader === 'lenient',
    );
    this.hasPolicies = !context.hasOneTruncationPolicy;
    this.upgrade = this.findUpgrade();
    this.prober = this.makeSource(session.rules, false);
    this.isOpenAi = isOpenAi(context.options, session, this.prober);
  }

  /** The rules a request was assembled by. */
  rulesOf(point: RequestPoint): RulesProfile {
    const { upgrade } = this;
    if (upgrade === undefined) return this.session.rules;
    return point.line > upgrade.line ? upgrade.rules : this.session.rules;
  }

  sendsIds(rules: RulesProfile): boolean {
    const isOlder = this.upgrade !== undefined && rules === this.session.rules;
    const end = isOlder ? this.upgrade.line : this.index.count;
    return areIdsSent(this.session, {
      options: this.context.options,
      rules,
      bytes: this.bytes,
      end,
    });
  }

  /** The decoded lines under a profile; made once. */
  source(rules: RulesProfile): SessionSource {
    const known = this.sources.get(rules.id);
    if (known !== undefined) return known;
    const canShare = rules === this.session.rules && !this.isOpenAi;
    const made = canShare ? this.prober : this.makeSource(rules, this.isOpenAi);
    this.sources.set(rules.id, made);
    return made;
  }

  private makeSource(rules: RulesProfile, sendsMetadata: boolean): SessionSource {
    const isLenient = this.context.options.loader === 'lenient';
    return new SessionSource({
      bytes: this.bytes,
      index: this.index,
      scanner: this.context.scanner,
      lineScanner: this.context.lineScanner,
      settings: {
        rules,
        texts: this.context.texts,
        sendsIds: this.sendsIds(rules),
        sendsMetadata,
        acceptsLoneSurrogates: isLenient,
        acceptsOldForms: isLenient,
      },
      policyAt: (line) => this.policyAt(line),
      preferredMode: this.newestMode(rules),
    });
  }

  /**
   * Whether the session took its models from those Codex brings along. Another model in the session, or in the catalog
   * it is rendered with, can only come from a catalog file.
   */
  get usesBuiltInModels(): boolean {
    if (this.builtInModels !== undefined) return this.builtInModels;
    let isBuiltIn = this.context.catalog.isBuiltIn();
    for (let line = 0; line < this.index.count && isBuiltIn; line += 1) {
      if (this.index.kinds[line] !== LineKind.turnContext) continue;
      const context = this.settings.before(line + 1);
      if (context !== undefined && !isBuiltInModel(context.model)) isBuiltIn = false;
    }
    this.builtInModels = isBuiltIn;
    return isBuiltIn;
  }

  questions(): LineQuestions {
    const source = this.prober;
    const has = (line: number, flag: number): boolean => {
      const item = source.item(line);
      return item >= 0 && ((source.table.flags[item] as number) & flag) !== 0;
    };
    return {
      isAbortMarker: (line) => source.isAbortMarker(line),
      isAbortedOutput: (line) => has(line, ItemFlag.abortedOutput),
      compactionForm: (line) => source.compactionForm(line),
      failureOf: (line) => source.failureOf(line),
    };
  }

  /**
   * Sets the policy of outputs recorded before the process that sent a request.
   * @returns the line at which that process took the session over, when outputs must be cut anew from there
   */
  enter(point: RequestPoint): number | undefined {
    if (!this.hasPolicies || this.givenModel !== undefined) return undefined;
    this.resumes ??= findResumes(this.bytes, this.index);
    const before = this.resumes.findLast((line) => line <= point.line);
    if (before === undefined || before === this.override?.before) return undefined;
    const context =
      this.settings.restOfTurn(before + 1) ??
      this.settings.firstFrom(before) ??
      this.settings.before(before);
    if (context === undefined) return undefined;
    this.override = { before, policy: this.context.catalog.lookUp(context.model).truncation };
    for (const source of this.sources.values()) source.forgetOutputs(before);
    return before;
  }

  /** Starts over at the first request. */
  rewind(): void {
    if (this.override === undefined) return;
    for (const source of this.sources.values()) source.forgetOutputs(this.override.before);
    this.override = undefined;
  }

  private newestMode(rules: RulesProfile): number {
    const model = this.givenModel ?? this.settings.before(this.index.count)?.model;
    return model === undefined ? 0 : decodeMode(this.context.catalog.lookUp(model), rules);
  }

  /** A model set for the whole session cut all its outputs. */
  private get givenModel(): string | undefined {
    return this.context.recast?.given.text('model');
  }

  private policyAt(line: number): TruncationPolicy {
    const { givenModel } = this;
    if (givenModel !== undefined) return this.context.catalog.lookUp(givenModel).truncation;
    if (this.override !== undefined && line < this.override.before) return this.override.policy;
    if (!this.hasPolicies) return this.context.catalog.lookUp('').truncation;
    const context = this.settings.before(line);
    return this.context.catalog.lookUp(context?.model ?? '').truncation;
  }

  private findUpgrade(): { readonly line: number; readonly rules: RulesProfile } | undefined {
    const { index, session, context } = this;
    if (context.options.rules !== 'auto' || session.rules.id !== '0.145') return undefined;
    let turnStart = 0;
    for (let line = 0; line < index.count; line += 1) {
      if (startsTurn(index, line)) {
        turnStart = line;
      }
      if (index.kinds[line] === LineKind.usage) return this.upgradeAt(turnStart);
      if (index.kinds[line] !== LineKind.turnContext) continue;
      if (!mayNameRootTurn(this.bytes, index, line)) continue;
      if (this.settings.before(line + 1)?.hasRootTurn === true) return this.upgradeAt(turnStart);
    }
    return undefined;
  }

  private upgradeAt(
    line: number,
  ): { readonly line: number; readonly rules: RulesProfile } | undefined {
    const rules = newerRules(this.bytes, this.index, line);
    return rules === undefined ? undefined : { line, rules };
  }
}
