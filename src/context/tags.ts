/** The two ways in which a fragment's tags stand around its body (spec 1 §7.1). */

/** Tags on lines of their own: `<NAME>`, the body, `</NAME>`. */
export function onLines(name: string, body: string): string {
  return `<${name}>\n${body}\n</${name}>`;
}

/** Tags right at the body, with nothing added. */
export function inline(name: string, body: string): string {
  return `<${name}>${body}</${name}>`;
}
