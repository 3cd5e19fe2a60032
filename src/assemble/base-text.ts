/** The base instructions of a session's requests: recorded, else the model's own (spec 1 §3.1). */

import type { Model } from '../catalog/model.js';
import { dropPlanLines } from '../context/drop-plan-lines.js';
import { instructionsKey } from '../context/instructions-key.js';
import { modelInstructions } from '../context/model-instructions.js';
import type { Fidelity } from '../contract/request.js';
import type { RulesProfile } from '../contract/rules.js';
import type { RequestSettings } from './choose-settings.js';
import { baseAnew } from './recast/base-anew.js';
import type { SessionView } from './session-view.js';

export interface BaseText {
  /** Undefined when nothing tells it. */
  readonly text: string | undefined;
  /** Tells texts of one session apart without comparing them. */
  readonly key: string;
  readonly fidelity: Fidelity;
}

/** What is said where lines were left out by a rule that the rollout can only suggest. */
export const planLinesFidelity: Fidelity =
  'assumed: the models were those built into Codex, and it offered no update_plan tool';

export class BaseTexts {
  private readonly view: SessionView;
  private readonly toolsText: string | undefined;
  private readonly recordedTexts = new Map<string, BaseText>();

  constructor(view: SessionView, toolsText: string | undefined) {
    this.view = view;
    this.toolsText = toolsText;
  }

  /** @param settings undefined when the rollout does not tell the model */
  find(settings: RequestSettings | undefined, rules: RulesProfile): BaseText {
    const recorded = this.view.session.meta.baseInstructions;
    if (recorded !== undefined) return this.recordedText(recorded, settings, rules);
    if (settings === undefined) {
      return { text: undefined, key: '', fidelity: 'unknown: not recorded' };
    }
    const { personality } = settings;
    const text = this.modelText(settings.model, personality, rules);
    if (text === undefined) {
      return { text, key: '', fidelity: 'unknown: not recorded; give --catalog' };
    }
    return { text, key: `${settings.model.slug} ${personality ?? ''}`, fidelity: 'rendered' };
  }

  /** The text as a JSON string, undefined when there is none. */
  json({ text }: BaseText): string | undefined {
    return text === undefined ? undefined : this.view.context.jsonText.of(text);
  }

  /**
   * The base instructions under the settings that were given, where the context is to differ.
   * @param recorded as the rollout tells them
   */
  anew(
    recorded: RequestSettings | undefined,
    settings: RequestSettings | undefined,
    rules: RulesProfile,
  ): BaseText {
    const { session, settings: turns, context } = this.view;
    const { recast } = context;
    const base = this.find(recorded ?? settings, rules);
    if (recast === undefined || settings === undefined) return base;
    const models = [turns.firstFrom(0)?.model, recorded?.model.slug]
      .filter((slug) => slug !== undefined)
      .map((slug) => context.catalog.lookUp(slug));
    const isRecorded = session.meta.baseInstructions !== undefined;
    return baseAnew(base, { recast, models, settings, rules, isRecorded });
  }

  private modelText(
    model: Model,
    personality: string | undefined,
    rules: RulesProfile,
  ): string | undefined {
    const key = instructionsKey(model, personality, rules);
    return this.view.context.renderedTexts.get(key, () =>
      modelInstructions(model, personality, rules),
    );
  }

  private recordedText(
    recorded: string,
    settings: RequestSettings | undefined,
    rules: RulesProfile,
  ): BaseText {
    const key = `${rules.id} ${settings?.model.slug ?? ''}`;
    const known = this.recordedTexts.get(key);
    if (known !== undefined) return known;
    const text = this.dropsPlanLines(recorded, settings, rules)
      ? dropPlanLines(recorded)
      : recorded;
    const made: BaseText =
      text === recorded
        ? { text, key: 'recorded', fidelity: 'exact' }
        : { text, key: 'without plan lines', fidelity: planLinesFidelity };
    this.recordedTexts.set(key, made);
    return made;
  }

  /** Whether lines on a tool that is not offered were left out, as far as the rollout tells. */
  private dropsPlanLines(
    text: string,
    settings: RequestSettings | undefined,
    rules: RulesProfile,
  ): boolean {
    if (!rules.dropsPlanLines || settings?.model.isLite === true) return false;
    if (!this.view.usesBuiltInModels || this.toolsText?.includes('"update_plan"') === true) {
      return false;
    }
    const provenance = this.view.session.meta.baseProvenance;
    if (provenance !== undefined) return provenance === 'model';
    return settings !== undefined && this.modelText(settings.model, undefined, rules) === text;
  }
}
