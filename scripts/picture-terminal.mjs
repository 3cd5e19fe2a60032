#!/usr/bin/env node
// Draws docs/images/explain.svg: what `promptmill explain` prints in a terminal, as text of an SVG document that follows
// the reader's light or dark.
//
//   --check    draw nothing; fail when the picture shows something else

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPO = fileURLToPath(new URL('..', import.meta.url));
const PICTURE = join(REPO, 'docs', 'images', 'explain.svg');
const SESSION = 'scripts/demo/sessions/switches';
const COLUMNS = 104;
/** Of the monospaced type, in pixels. A line is set to its width, so that columns stand under each other in any font. */
const CHARACTER = { width: 7.8, height: 18 };
const MARGIN = 20;
const BAR = 36;

/** What the escapes of `src/report/explain/paint` ask for. */
const CLASSES = new Map([
  ['1', 'bold'],
  ['2', 'dim'],
  ['31', 'red'],
  ['33', 'yellow'],
  ['34', 'blue'],
  ['35', 'magenta'],
  ['36', 'cyan'],
]);

const STYLE = `
svg { color-scheme: light dark }
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre; fill: #24292f }
.ground { fill: #fbfaf7; stroke: #d8d3c8 } .light { fill: #cfc8b8 }
.bold { font-weight: 600 } .dim { fill: #6e6a61 } .red { fill: #b3261e } .yellow { fill: #7a5600 }
.blue { fill: #1f5fbf } .magenta { fill: #8a2f86 } .cyan { fill: #0b6a75 }
@media (prefers-color-scheme: dark) {
text { fill: #e6e3dc } .ground { fill: #1a1b1e; stroke: #3a3b40 } .light { fill: #4a4b50 }
.dim { fill: #9b978d } .red { fill: #ff8a80 } .yellow { fill: #e8c468 }
.blue { fill: #82b1ff } .magenta { fill: #e39ae0 } .cyan { fill: #6fd3de }
}`;

/**
 * @typedef {{ readonly text: string, readonly name: string, readonly column: number }} Run text of one colour
 */

/** @param {string} line with escapes @returns {readonly Run[]} */
export function readRuns(line) {
  const runs = [];
  let [name, column] = ['', 0];
  for (const [index, piece] of line.split('\u001B[').entries()) {
    // What stands behind an escape begins with its number.
    const end = index === 0 ? 0 : piece.indexOf('m') + 1;
    if (index > 0) name = CLASSES.get(piece.slice(0, end - 1)) ?? '';
    const text = piece.slice(end);
    if (text !== '') runs.push({ text, name, column });
    column += text.length;
  }
  return runs;
}

/** @param {readonly string[]} lines the typed command, then what it printed @returns {string} */
export function drawTerminal(lines) {
  const width = Math.ceil(COLUMNS * CHARACTER.width + 2 * MARGIN);
  const height = lines.length * CHARACTER.height + BAR + MARGIN;
  const rows = lines.map((line, index) => drawLine(line, BAR + (index + 1) * CHARACTER.height));
  const lights = [0, 1, 2].map(
    (place) => `<circle class="light" cx="${22 + place * 18}" cy="19" r="5.5"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="promptmill explain in a terminal">
<title>promptmill explain in a terminal</title>
<style>${STYLE}
</style>
<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9"/>
${lights.join('')}
${rows.filter((row) => row !== '').join('\n')}
</svg>
`;
}

function drawLine(line, y) {
  return readRuns(line)
    .flatMap(splitAtGaps)
    .map(({ text, name, column }) => {
      const x = round(MARGIN + column * CHARACTER.width);
      const style = name === '' ? '' : ` class="${name}"`;
      const length = round(text.length * CHARACTER.width);
      return `<text${style} x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`;
    })
    .join('');
}

/** Words between gaps of the columns are placed by themselves: renderers fold white space. @param {Run} run */
function splitAtGaps({ text, name, column }) {
  return [...text.matchAll(/\S+(?: \S+)*/g)].map((match) => ({
    text: match[0],
    name,
    column: column + match.index,
  }));
}

function round(number) {
  return Math.round(number * 10) / 10;
}

function escapeMarkup(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The command as a person types it, what fills the request, and the first of its parts with their texts. */
function printedLines() {
  const [name = ''] = readdirSync(join(REPO, SESSION));
  const args = ['dist/cli/main.js', 'explain', join(SESSION, name)];
  const { stdout, status } = spawnSync(process.execPath, args, {
    cwd: REPO,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1', COLUMNS: String(COLUMNS) },
  });
  if (status !== 0) throw new Error(`promptmill explain ended with ${status}: build first`);
  const lines = stdout.trimEnd().split('\n');
  const end = lines.findIndex((line) => line.includes('#0  line 7'));
  return [
    `\u001B[1m$ promptmill explain ${SESSION}/*.jsonl\u001B[22m`,
    '',
    ...lines.slice(0, end + 2),
  ];
}

function main() {
  const drawn = drawTerminal(printedLines());
  if (!process.argv.includes('--check')) {
    writeFileSync(PICTURE, drawn);
  } else if (readFileSync(PICTURE, 'utf8') !== drawn) {
    console.error(
      'picture-terminal: docs/images/explain.svg is stale: run scripts/picture-terminal.mjs',
    );
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
