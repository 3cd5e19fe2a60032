/** Names of the models that Codex brings along (spec 1 §1.1, spec 4 §5). */

const builtIn: readonly string[] = [
  'gpt-6.2-sol',
  'gpt-6.2-astra',
  'gpt-6.1-terra',
  'gpt-6.1-sol',
  'gpt-6-astra',
  'gpt-6-sol',
  'gpt-6-luna',
  'gpt-5.6-sol',
  'gpt-5.6-terra',
  'gpt-5.6-luna',
  'gpt-daybreak-blue-latest',
  'gpt-daybreak-red-latest',
  'gpt-5.5',
  'codex-auto-review',
];

/** Whether a name is one of them, or begins with one, or is one behind a namespace. */
export function isBuiltInModel(slug: string): boolean {
  const name = slug.slice(slug.lastIndexOf('/') + 1);
  return builtIn.some((known) => name.startsWith(known));
}
