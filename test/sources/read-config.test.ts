import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig, readInstructions, textOrFile } from '../../src/sources/read-config.js';

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'promptmill-config-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

describe('a configuration file', () => {
  it('is read as TOML, and a file it names lies beside it', () => {
    const folder = folderWith({
      'config.toml':
        'model = "stone"\nmodel_instructions_file = "x/base.md"\n[features]\na = true\n',
    });
    expect(readConfig(join(folder, 'config.toml'))).toEqual({
      model: 'stone',
      model_instructions_file: join(folder, 'x/base.md'),
      features: { a: true },
    });
  });

  it('that is no TOML is refused with its line', () => {
    const file = join(folderWith({ 'config.toml': 'a = 1\nb = = 2\n' }), 'config.toml');
    expect(() => readConfig(file)).toThrow(
      expect.objectContaining({
        code: 'bad_setting',
        details: expect.objectContaining({ file, line: 2, found: 'b = = 2' }),
      }),
    );
  });

  it('that is missing is named', () => {
    expect(() => readConfig('/nowhere/config.toml')).toThrow(
      expect.objectContaining({
        code: 'input_not_found',
        details: expect.objectContaining({ file: '/nowhere/config.toml' }),
      }),
    );
  });
});

describe('instructions in a file', () => {
  it('are trimmed, and never empty (spec 1 §1.5)', () => {
    const folder = folderWith({ 'a.md': '\n Grind. \n', 'b.md': ' \n' });
    expect(readInstructions(join(folder, 'a.md'))).toBe('Grind.');
    expect(() => readInstructions(join(folder, 'b.md'))).toThrow(
      expect.objectContaining({ code: 'bad_setting' }),
    );
  });
});

describe('a text or file', () => {
  it('is the text, or with @ what the file holds', () => {
    const folder = folderWith({ 'a.txt': Buffer.of(0x41, 0xff) });
    expect(textOrFile('words')).toBe('words');
    expect(textOrFile(`@${join(folder, 'a.txt')}`)).toBe('A\ufffd');
  });
});
