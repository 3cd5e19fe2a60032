import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { build } from '../../scripts/build.mjs';

describe('build', () => {
  let root = '';
  const inTree = (path: string): string => join(root, path);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'build-'));
    mkdirSync(inTree('src/cli'), { recursive: true });
    mkdirSync(inTree('src/packs'), { recursive: true });
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      outDir: 'dist',
      rootDir: 'src',
      declaration: true,
      lib: ['es5'],
      types: [],
    };
    writeFileSync(inTree('tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    writeFileSync(inTree('package.json'), '{ "type": "module" }');
    writeFileSync(inTree('src/cli/main.ts'), 'export const main = 1;\n');
    writeFileSync(inTree('src/old.ts'), 'export const old = 1;\n');
    writeFileSync(inTree('src/packs/text.md'), 'text\n');
  });

  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('compiles, copies texts and makes the command executable', () => {
    expect(build({ root })).toBe('built');
    expect(existsSync(inTree('dist/cli/main.d.ts'))).toBe(true);
    expect(existsSync(inTree('dist/packs/text.md'))).toBe(true);
    expect(statSync(inTree('dist/cli/main.js')).mode & 0o111).toBe(0o111);
  });

  it('does nothing when nothing changed, and builds again when something did', () => {
    build({ root });
    expect(build({ root, ifStale: true })).toBe('fresh');
    writeFileSync(inTree('src/new.ts'), 'export const fresh = 1;\n');
    expect(build({ root, ifStale: true })).toBe('built');
    expect(existsSync(inTree('dist/new.js'))).toBe(true);
  });

  it('removes what lost its source', () => {
    build({ root });
    rmSync(inTree('src/old.ts'));
    rmSync(inTree('src/packs/text.md'));
    build({ root });
    expect(existsSync(inTree('dist/old.js'))).toBe(false);
    expect(existsSync(inTree('dist/old.d.ts'))).toBe(false);
    expect(existsSync(inTree('dist/packs/text.md'))).toBe(false);
  });

  it('fails on a type error, or builds all the same when told to go on', () => {
    writeFileSync(inTree('src/old.ts'), "export const old: number = 'text';\n");
    expect(() => build({ root })).toThrow('tsc found errors');
    expect(build({ root, keepGoing: true })).toBe('built');
    expect(existsSync(inTree('dist/old.js'))).toBe(true);
  });
});
