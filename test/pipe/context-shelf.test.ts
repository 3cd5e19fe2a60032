import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ContextShelf } from '../../src/pipe/context-shelf.js';
import { sessionSpecOf } from '../../src/sources/read-session-spec.js';
import { temporaryFolder } from '../support/fake-corpus.js';
import { fullTexts } from '../support/own-texts.js';

function place(): { readonly pack: string; readonly catalog: string } {
  const folder = temporaryFolder();
  const pack = join(folder, 'pack');
  mkdirSync(pack);
  for (const [id, text] of Object.entries(fullTexts)) writeFileSync(join(pack, `${id}.md`), text);
  const catalog = join(folder, 'models.json');
  writeFileSync(catalog, JSON.stringify({ models: [{ slug: 'stone' }] }));
  return { pack, catalog };
}

describe('ContextShelf', () => {
  it('has one context for all who ask for the usual', () => {
    const shelf = new ContextShelf({ at: { kind: 'last' }, set: [{ model: 'stone' }] });
    const usual = shelf.forRollout({});
    expect(shelf.forRollout({ at: { kind: 'last' } })).toBe(usual);
    expect(shelf.forRollout({ at: { kind: 'all' } })).not.toBe(usual);
  });

  it('keeps contexts by their options, in whichever order these are given', () => {
    const shelf = new ContextShelf({});
    const context = shelf.forRollout({ at: { kind: 'last' }, loader: 'codex' });
    expect(shelf.forRollout({ loader: 'codex', at: { kind: 'last' } })).toBe(context);
    expect(context.options).toMatchObject({ at: { kind: 'last' }, loader: 'codex' });
  });

  it('puts settings of a record over those that count for all', () => {
    const shelf = new ContextShelf({ set: [{ model: 'stone', personality: 'friendly' }] });
    const { recast } = shelf.forRollout({ set: [{ model: 'millstone' }] });
    expect(recast?.request.settings).toEqual({ model: 'millstone', personality: 'friendly' });
  });

  it('shares what is not for sharing by threads', () => {
    const shelf = new ContextShelf({});
    const [one, other] = [shelf.forRollout({}), shelf.forRollout({ at: { kind: 'last' } })];
    expect(other.scratch).toBe(one.scratch);
    expect(other.scanner).toBe(one.scanner);
  });

  it('reads packs and catalogs once', () => {
    const { pack, catalog } = place();
    const shelf = new ContextShelf({});
    const first = shelf.forRollout({ pack, catalog, at: { kind: 'last' } });
    rmSync(pack, { recursive: true });
    rmSync(catalog);
    const again = shelf.forRollout({ pack, catalog, at: { kind: 'all' } });
    expect(again.texts).toBe(first.texts);
    expect(again.hasCatalog).toBe(true);
    const spec = sessionSpecOf({ model: 'stone', prompt: '@none' }, 'spec');
    const { texts, recast } = shelf.forSpec(spec, { pack, catalog });
    expect(texts).toBe(first.texts);
    expect(recast?.request.prompt).toBe('@none');
  });

  it('takes further options for all', () => {
    const shelf = new ContextShelf({ at: { kind: 'last' } });
    expect(shelf.amendDefaults({ loader: 'codex' })).toEqual({
      at: { kind: 'last' },
      loader: 'codex',
      set: [],
    });
    expect(shelf.forRollout({}).options).toMatchObject({ at: { kind: 'last' }, loader: 'codex' });
  });
});
