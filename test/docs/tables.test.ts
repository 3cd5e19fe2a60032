// What the documents repeat of what stands elsewhere: exit codes, profiles, flags, texts, scripts, files.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/exit-codes.js';
import { valueFlags } from '../../src/cli/flags.js';
import { rulesProfiles } from '../../src/contract/rules.js';
import { packTextIds } from '../../src/contract/texts.js';
import { exportFormats } from '../../src/export/formats.js';
import { pagePaths, readPage, readTable } from './pages.js';

describe('the documents', () => {
  it('have the exit codes of the program', () => {
    const rows = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]);
    expect(readTable('README.md', '## Exit codes')).toEqual(rows);
  });

  it('have every rules profile, in order', () => {
    const ids = readTable('docs/render.md', '## Codex releases').map(([id]) => id);
    expect(ids).toEqual(rulesProfiles.map(({ id }) => `\`${id}\``));
  });

  it('explain flags that there are', () => {
    const names = readTable('docs/render.md', '## What a rollout cannot tell').map(([flag]) =>
      flagName(flag ?? ''),
    );
    expect(names).toHaveLength(6);
    expect(Object.keys(valueFlags)).toEqual(expect.arrayContaining(names));
  });

  it('have every format of an export, in order', () => {
    const names = readTable('docs/export.md', '## export').map(([name]) => name);
    expect(names).toEqual(exportFormats.map(({ name }) => `\`${name}\``));
  });

  it('have every family of texts of a pack, each once', () => {
    const cells = readTable('docs/packs.md', '# Packs').map(([texts]) => texts);
    const named = [...cells.join().matchAll(/`([a-z-]+)\.\*`/g)];
    const families = packTextIds.map((id) => id.slice(0, id.indexOf('.')));
    expect(named.map(([, family]) => family).toSorted()).toEqual([...new Set(families)].toSorted());
  });

  it('name scripts that there are', () => {
    const named = [
      ...pagePaths
        .map(readPage)
        .join('\n')
        .matchAll(/npm run ([a-z:]+)/g),
    ].map(([, name]) => name);
    const manifest: unknown = JSON.parse(textOf('package.json'));
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(manifest).toHaveProperty(['scripts', name ?? '']);
  });

  it.each(pagePaths)('link to files and headings that there are: %s', (path) => {
    const targets = [...readPage(path).matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, target = '']) => target,
    );
    expect(targets.filter((target) => !isThere(target, path))).toEqual([]);
  });

  it('have every page named by README.md', () => {
    const unnamed = pagePaths.filter((path) => !readPage('README.md').includes(`](${path})`));
    expect(unnamed).toEqual(['README.md']);
  });
});

function isThere(target: string, path: string): boolean {
  const [file = '', anchor] = target.split('#');
  const url = file === '' ? fromRepository(path) : new URL(file, fromRepository(path));
  if (!existsSync(url)) return false;
  if (anchor === undefined) return true;
  const headings = [...readFileSync(url, 'utf8').matchAll(/^#+ (.+)$/gm)];
  return headings.some(([, text = '']) => anchorOf(text) === `#${anchor}`);
}

function textOf(file: string): string {
  return readFileSync(fromRepository(file), 'utf8');
}

function fromRepository(file: string): URL {
  return new URL(`../../${file}`, import.meta.url);
}

/** How GitHub links to a heading of plain words and marks. */
function anchorOf(heading: string): string {
  return `#${heading.toLowerCase().replaceAll(/[?,]/g, '').replaceAll(' ', '-')}`;
}

/** The name in `--name VALUE`. */
function flagName(cell: string): string {
  return /--([a-z-]+)/.exec(cell)?.[1] ?? '';
}
