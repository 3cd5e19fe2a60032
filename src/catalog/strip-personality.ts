/** Takes the personality's section out of base instructions, for the personality `none` (spec 1 §1.3.1). */

/** Takes the first `# Personality` section out: from its heading to the next heading of level 1, or to the end. */
export function stripPersonality(text: string): string {
  const lines = text.split(/(?<=\n)/);
  const start = lines.findIndex((line) => bare(line) === '# Personality');
  if (start < 0) return text;
  let end = start + 1;
  while (end < lines.length && !/^#(?:$|[ \t])/.test(bare(lines[end] ?? ''))) end += 1;
  return [...lines.slice(0, start), ...lines.slice(end)].join('');
}

function bare(line: string): string {
  return line.replace(/\n$/, '').replace(/\r$/, '');
}
