import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRules, readRulesText } from '../../src/sources/load-rules.js';

describe('loadRules', () => {
  let root = '';
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'promptmill-rules-'));
    for (const folder of ['low/rules/sub.rules', 'high/rules', 'bad']) {
      mkdirSync(join(root, folder), { recursive: true });
    }
    for (const name of [
      'b.rules',
      'a.rules',
      '.rules',
      '.hidden.rules',
      'c.RULES',
      'd.codexpolicy',
    ]) {
      writeFileSync(join(root, 'low/rules', name), name);
    }
    symlinkSync(join(root, 'low/rules/a.rules'), join(root, 'low/rules/link.rules'));
    writeFileSync(join(root, 'high/rules/z.rules'), 'z');
    writeFileSync(join(root, 'bad/rules'), 'no folder');
    writeFileSync(join(root, 'latin.rules'), Buffer.from([0xe9]));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('X9, X10: takes plain files of the right name, folder by folder, each by path', () => {
    const folders = ['low', 'none', 'high'].map((name) => join(root, name));
    expect(loadRules(folders)).toEqual([
      { path: join(root, 'low/rules/.hidden.rules'), text: '.hidden.rules' },
      { path: join(root, 'low/rules/a.rules'), text: 'a.rules' },
      { path: join(root, 'low/rules/b.rules'), text: 'b.rules' },
      { path: join(root, 'high/rules/z.rules'), text: 'z' },
    ]);
  });

  it('X8: refuses a file that is not UTF-8, and rules that are no folder', () => {
    const refused = expect.objectContaining({ code: 'bad_rules' });
    expect(() => readRulesText(join(root, 'latin.rules'))).toThrow(refused);
    expect(() => loadRules([join(root, 'bad')])).toThrow(refused);
    expect(() => readRulesText(join(root, 'gone.rules'))).toThrow(refused);
  });
});
