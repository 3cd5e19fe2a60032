/** Where the program's own code lies, whichever file of it asks: data files are found from there, bundled or not. */

/** The folder of all code, `dist/` or `src/`, with a slash at its end. */
export const codeRoot = new URL(rootOf(import.meta.url));

function rootOf(module: string): string {
  const end = Math.max(module.lastIndexOf('/dist/'), module.lastIndexOf('/src/'));
  return module.slice(0, module.indexOf('/', end + 1) + 1);
}
