/** A model as a catalog describes it, reduced to what a request depends on (spec 1 §1.1). */

export interface Model {
  /** The name asked for, which is what is sent. */
  readonly slug: string;
  /** Whether a catalog entry was found; otherwise the values are defaults. */
  readonly isKnown: boolean;
  readonly baseInstructions: string | undefined;
  readonly template: string | undefined;
  /** Texts by personality: `default`, `friendly`, `pragmatic`. */
  readonly personalities: Readonly<Record<string, string | undefined>>;
  readonly truncation: { readonly mode: 'tokens' | 'bytes'; readonly limit: number };
  readonly takesImages: boolean;
  readonly takesAudio: boolean;
  readonly isLite: boolean;
  readonly compHash: string | undefined;
  readonly parallelToolCalls: boolean | undefined;
  readonly defaultEffort: string | undefined;
  /** Reasoning efforts it takes, weakest first. */
  readonly efforts: readonly string[];
  readonly defaultSummary: string | undefined;
  readonly takesSummary: boolean;
  /** Ids of the service tiers it has. */
  readonly serviceTiers: readonly string[];
  /** Takes changes of effort as items of the input. */
  readonly takesEffortUpdates: boolean;
  readonly verbosity: string | undefined;
  readonly contextWindow: number | undefined;
  readonly maxContextWindow: number | undefined;
  readonly effectivePercent: number;
  readonly autoCompactTokenLimit: number | undefined;
  /** Words for collaboration modes, by mode, which newer releases tell instead of the client's. */
  readonly collaborationModes: Readonly<Record<string, string | undefined>>;
  /** What newer releases tell an agent of its role in a team, by role: `root`, `subagent`. */
  readonly agentRoles: Readonly<Record<string, string | undefined>>;
  /** Words for permissions that the model brings instead of the pack's (spec 2 §4.3, §4.4). */
  readonly permissionTexts: {
    readonly permissions: Readonly<Record<string, string | undefined>>;
    readonly approvals: Readonly<Record<string, string | undefined>>;
  };
}
