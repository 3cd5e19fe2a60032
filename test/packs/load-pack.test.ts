import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PromptmillError } from '../../src/contract/errors.js';
import { packTextIds } from '../../src/contract/texts.js';
import { loadPack, textOf } from '../../src/packs/load-pack.js';
import { writePack } from '../../src/packs/write-pack.js';

/** A pack of its own for the running test; each text is its id. */
function packFolder(
  changes: Readonly<Record<string, string | Uint8Array | undefined>> = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'promptmill-pack-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const texts = Object.fromEntries(packTextIds.map((id) => [`${id}.md`, `${id}\n`]));
  for (const [name, content] of Object.entries({ ...texts, ...changes })) {
    if (content !== undefined) writeFileSync(join(folder, name), content);
  }
  return folder;
}

describe('the built-in pack', () => {
  it('has a text for every id, each a different one and clean at its ends', () => {
    const { name, texts } = loadPack(undefined);
    expect(name).toBe('builtin');
    expect(Object.keys(texts)).toEqual([...packTextIds]);
    const all = Object.values(texts);
    expect(new Set(all).size).toBe(packTextIds.length);
    for (const text of all) expect(text.trimStart()).toBe(text);
    for (const text of all) expect(text.length).toBeGreaterThan(10);
    const ends = Object.entries(texts).filter(([, text]) => text.trimEnd() !== text);
    expect(ends.map(([id]) => id)).toEqual(['permissions.denied-reads', 'permissions.prefixes']);
  });

  it('is in the built program as it is in the source', () => {
    for (const id of packTextIds) {
      const [source, built] = ['src', 'dist'].map((place) =>
        readFileSync(new URL(`../../${place}/packs/builtin/${id}.md`, import.meta.url), 'utf8'),
      );
      expect(built).toBe(source);
    }
  });
});

describe('a pack in a folder', () => {
  it('gives all texts, without one newline at the end, and is named by the folder', () => {
    const folder = packFolder({
      'compaction.prompt.md': 'two lines\nand an empty one\n\n',
      'media.detail-low.md': '',
      'media.remote-image.md': 'no newline',
      'README.md': 'not a text',
    });
    const { name, texts } = loadPack(folder);
    expect(name).toBe(basename(folder));
    expect(texts).toEqual({
      ...Object.fromEntries(packTextIds.map((id) => [id, id])),
      'compaction.prompt': 'two lines\nand an empty one\n',
      'media.detail-low': '',
      'media.remote-image': 'no newline',
    });
  });

  it.each([
    ['missing', undefined],
    ['not UTF-8', Buffer.of(0xff, 0xfe)],
  ])('is refused when a text is %s', (_, content) => {
    const folder = packFolder({ 'media.no-audio-input.md': content });
    const load = (): unknown => loadPack(folder);
    expect(load).toThrow(PromptmillError);
    expect(load).toThrow(
      expect.objectContaining({
        code: 'bad_pack',
        details: expect.objectContaining({ file: join(folder, 'media.no-audio-input.md') }),
      }),
    );
  });
});

describe('a pack with a manifest', () => {
  function captured(): string {
    const folder = packFolder();
    const texts = Object.fromEntries(packTextIds.map((id) => [id, `${id}\n`]));
    const { 'realtime.end': _, ...some } = texts;
    writePack(folder, {
      name: '9.9.9',
      release: '9.9.9',
      source: 'captured',
      captured: '2026-11-30',
      texts: some,
      models: ['m'],
      missing: { 'realtime.end': 'no conversation began' },
      catalog: '{"models":[]}',
    });
    return folder;
  }

  it('gives its texts, its manifest and the path of its catalog', () => {
    const folder = captured();
    const pack = loadPack(folder);
    expect(textOf(pack, 'compaction.prompt')).toBe('compaction.prompt\n');
    expect(textOf(pack, 'realtime.end')).toBeUndefined();
    expect(pack.catalog).toBe(join(folder, 'catalog.json'));
    expect(pack.manifest).toMatchObject({ release: '9.9.9', source: 'captured', models: ['m'] });
  });

  it('is refused when a text was changed, by the name of its file', () => {
    const folder = captured();
    const file = join(folder, 'goal.continuation.md');
    writeFileSync(file, 'mine\n');
    expect(() => loadPack(folder)).toThrow(
      expect.objectContaining({ code: 'bad_pack', details: expect.objectContaining({ file }) }),
    );
  });

  it('is refused when a text of the manifest is gone', () => {
    const folder = captured();
    const file = join(folder, 'goal.continuation.md');
    rmSync(file);
    expect(() => loadPack(folder)).toThrow(
      expect.objectContaining({ code: 'bad_pack', details: expect.objectContaining({ file }) }),
    );
  });

  it('is refused when the manifest is not one', () => {
    const folder = packFolder({ 'pack.json': '{"name":"x","source":"stolen","texts":{}}' });
    const file = join(folder, 'pack.json');
    expect(() => loadPack(folder)).toThrow(
      expect.objectContaining({ code: 'bad_pack', details: expect.objectContaining({ file }) }),
    );
  });
});
