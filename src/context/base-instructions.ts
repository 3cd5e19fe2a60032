/** The base instructions of a session: given, recorded, or the model's own, decided on presence (spec 1 §3.1). */

export interface BaseInstructionSources {
  /** Of the config or the client. */
  readonly override: string | undefined;
  /** Of the rollout's first session meta. */
  readonly recorded: string | undefined;
  /** Only asked for when there is nothing else. */
  readonly ofModel: () => string | undefined;
}

export interface BaseInstructions {
  /** An empty text is one: the request then has no instructions. */
  readonly text: string | undefined;
  readonly from: 'override' | 'recorded' | 'model';
}

export function resolveBaseInstructions(sources: BaseInstructionSources): BaseInstructions {
  const { override, recorded, ofModel } = sources;
  if (override !== undefined) return { text: override, from: 'override' };
  if (recorded !== undefined) return { text: recorded, from: 'recorded' };
  return { text: ofModel(), from: 'model' };
}
