/** The parts of a rule's page that are shown apart from it. */

/** @returns the paragraphs below a heading of the second level, as one text; empty where there is no such heading */
export function pageSection(page: string, heading: string): string {
  const start = page.indexOf(`\n## ${heading}\n`);
  if (start < 0) return '';
  const body = page.slice(page.indexOf('\n', start + 1) + 1);
  const end = body.search(/^## /m);
  return (end < 0 ? body : body.slice(0, end)).trim();
}
