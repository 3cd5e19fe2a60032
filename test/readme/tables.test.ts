// What README.md repeats of what stands elsewhere: exit codes, profiles, flags, texts, scripts, files.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/exit-codes.js';
import { valueFlags } from '../../src/cli/flags.js';
import { rulesProfiles } from '../../src/contract/rules.js';
import { packTextIds } from '../../src/contract/texts.js';
import { exportFormats } from '../../src/export/formats.js';
import { readme, readTable } from './read-readme.js';

describe('README.md', () => {
  it('has the exit codes of the program', () => {
    const rows = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]);
    expect(readTable('### Exit codes')).toEqual(rows);
  });

  it('has every rules profile, in order', () => {
    const ids = readTable('## Codex releases').map(([id]) => id);
    expect(ids).toEqual(rulesProfiles.map(({ id }) => `\`${id}\``));
  });

  it('explains flags that there are', () => {
    const names = readTable('## What a rollout cannot tell').map(([flag]) => flagName(flag ?? ''));
    expect(names).toHaveLength(6);
    expect(Object.keys(valueFlags)).toEqual(expect.arrayContaining(names));
  });

  it('has every format of an export, in order', () => {
    const names = readTable('## export').map(([name]) => name);
    expect(names).toEqual(exportFormats.map(({ name }) => `\`${name}\``));
  });

  it('has every family of texts of a pack, each once', () => {
    const cells = readTable('### Packs').map(([texts]) => texts);
    const named = [...cells.join().matchAll(/`([a-z-]+)\.\*`/g)];
    const families = packTextIds.map((id) => id.slice(0, id.indexOf('.')));
    expect(named.map(([, family]) => family).toSorted()).toEqual([...new Set(families)].toSorted());
  });

  it('names scripts that there are', () => {
    const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name);
    const manifest: unknown = JSON.parse(textOf('package.json'));
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(manifest).toHaveProperty(['scripts', name ?? '']);
  });

  it('links to files and headings that there are', () => {
    const targets = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text));
    const [anchors, files] = [true, false].map((isAnchor) =>
      targets.filter((target) => target.startsWith('#') === isAnchor),
    );
    expect(headings).toEqual(expect.arrayContaining(anchors ?? []));
    expect(files?.filter((file) => !existsSync(fromRepository(file)))).toEqual([]);
  });
});

function textOf(file: string): string {
  return readFileSync(fromRepository(file), 'utf8');
}

function fromRepository(file: string): URL {
  return new URL(`../../${file}`, import.meta.url);
}

/** How GitHub links to a heading of plain words. */
function anchorOf(heading: string): string {
  return `#${heading.toLowerCase().replaceAll(' ', '-')}`;
}

/** The name in `--name VALUE`. */
function flagName(cell: string): string {
  return /--([a-z-]+)/.exec(cell)?.[1] ?? '';
}
