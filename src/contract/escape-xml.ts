/** Escaping for what stands inside an element or attribute of a fragment (spec 2 §2.1). */

const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** Both kinds of quotes are escaped too; line ends stay. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => escapes.get(letter) ?? letter);
}
