/** What a context fragment says, without the tags around it. */

/** @returns the trimmed text between a fragment's tags; the trimmed text itself where it has none */
export function fragmentBody(text: string): string {
  const trimmed = text.trim();
  const agentsMd = /<INSTRUCTIONS>\n?([^]*?)\n?<\/INSTRUCTIONS>$/.exec(trimmed);
  if (agentsMd !== null) return (agentsMd[1] ?? '').trim();
  const tagged = /^<([a-z_]+)(?: [a-z_]+)?>([^]*)<\/\1(?: [a-z_]+)?>$/.exec(trimmed);
  return tagged === null ? trimmed : (tagged[2] ?? '').trim();
}
