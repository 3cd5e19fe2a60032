// Builds the page of `explain --html`: compiles src/report/html/page/ and joins what comes out into one plain script.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';

/** Relative to src/ and to dist/. */
export const PAGE = join('report', 'html', 'page');

/** In the order in which rules may overrule each other. */
const STYLES = ['tokens.css', 'frame.css', 'panels.css', 'parts.css', 'print.css'];

/** What the script takes from packages: files that are plain scripts already. */
const LIBRARIES = [{ name: 'd3-hierarchy', file: 'd3-hierarchy.min.js' }];

/**
 * @param {{ root: string, tsc: string }} options root holds src/ and dist/
 * @returns {boolean} whether the script compiled without type errors
 */
export function buildPage({ root, tsc }) {
  const source = join(root, 'src', PAGE);
  const target = join(root, 'dist', PAGE);
  if (!existsSync(source)) return true;
  const compiled = join(root, '.cache', 'page');
  rmSync(compiled, { recursive: true, force: true });
  const run = spawnSync(process.execPath, [tsc, '-p', source], { cwd: root, stdio: 'inherit' });
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'page.html'), readFileSync(join(source, 'page.html')));
  writeFileSync(
    join(target, 'page.css'),
    STYLES.map((name) => read(join(source, name))).join('\n'),
  );
  writeFileSync(join(target, 'page.js'), joinScripts(join(compiled, 'page')));
  return run.status === 0;
}

/** Each module is a function; a dozen lines of loader stand in for a module system. */
function joinScripts(folder) {
  const own = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .toSorted()
    .map((name) => ({ name: `./${name}`, text: read(join(folder, name)) }));
  const modules = [
    ...LIBRARIES.map(({ name, file }) => ({ name, text: library(name, file) })),
    ...own,
  ];
  const script = [
    '(() => {',
    'const modules = {',
    ...modules.map(
      ({ name, text }) => `${JSON.stringify(name)}(module, exports, require) {\n${text}\n},`,
    ),
    '};',
    'const loaded = {};',
    'function require(name) {',
    '  if (!loaded[name]) {',
    '    loaded[name] = { exports: {} };',
    '    modules[name](loaded[name], loaded[name].exports, require);',
    '  }',
    '  return loaded[name].exports;',
    '}',
    "require('./main.js');",
    '})();',
    '',
  ].join('\n');
  if (/<\/script|<!--/i.test(script)) throw new Error('the script would end its own element');
  return script;
}

/** Beside the file that `import` would take. */
function library(name, file) {
  const { resolve } = createRequire(import.meta.url);
  return read(join(dirname(resolve(name)), file));
}

function read(file) {
  return readFileSync(file, 'utf8');
}
