// The picture of the terminal: colours become classes, columns stay where they are, and the one that is kept is current.

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { drawTerminal, readRuns } from '../../scripts/picture-terminal.mjs';

describe('readRuns', () => {
  it('gives each colour its name and its column', () => {
    expect(readRuns('a\u001B[36mbc\u001B[39m d')).toEqual([
      { text: 'a', name: '', column: 0 },
      { text: 'bc', name: 'cyan', column: 1 },
      { text: ' d', name: '', column: 3 },
    ]);
  });
});

describe('drawTerminal', () => {
  it('places words between gaps by themselves and escapes markup', () => {
    const drawn = drawTerminal(['one two   <three>']);
    expect(drawn.match(/<text.*?<\/text>/g)).toEqual([
      '<text x="20" y="54" textLength="54.6" lengthAdjust="spacingAndGlyphs">one two</text>',
      '<text x="98" y="54" textLength="54.6" lengthAdjust="spacingAndGlyphs">&lt;three&gt;</text>',
    ]);
  });
});

describe('docs/images/explain.svg', () => {
  const script = fileURLToPath(new URL('../../scripts/picture-terminal.mjs', import.meta.url));
  const picture = new URL('../../docs/images/explain.svg', import.meta.url);

  it('shows what the command prints', () => {
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('is small', () => {
    expect(statSync(picture).size).toBeLessThan(60_000);
  });
});
