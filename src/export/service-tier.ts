/** The tiers of service that OpenAI's published schema knows. */

const serviceTiers: ReadonlySet<unknown> = new Set([
  'auto',
  'default',
  'fast',
  'flex',
  'priority',
  'scale',
]);

/** A recorded tier may be the name of a setting rather than one of the API. */
export function isServiceTier(value: unknown): boolean {
  return serviceTiers.has(value);
}
