/** JSON inside a page: whatever the texts hold, it stays data. */

/** What could end the element, open a comment in it, or end a line for a script reader. */
const unsafe = /[<>&\u2028\u2029]/g;

/** The value as JSON that may stand in a `<script type="application/json">` and is parsed back to the same value. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(unsafe, escaped);
}

/** Text between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[<>&"']/g, (found) => `&#${found.charCodeAt(0)};`);
}

function escaped(found: string): string {
  return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
