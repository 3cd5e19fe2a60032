import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packTextIds } from '../../src/contract/texts.js';
import { checkPack } from '../../src/packs/check-pack.js';
import { findPack } from '../../src/packs/find-pack.js';
import { placeholdersOf } from '../../src/packs/placeholders.js';
import { writePack } from '../../src/packs/write-pack.js';
import { temporaryFolder } from '../support/fake-corpus.js';

/** A sound pack of texts that hold nothing but their places. */
function soundPack(): string {
  const folder = join(temporaryFolder(), 'pack');
  const texts = packTextIds.map((id) => {
    const places = placeholdersOf(id).needed.map((name) => `{{ ${name} }}`);
    return [id, `${id} ${places.join(' ')}`];
  });
  writePack(folder, {
    name: 'pack',
    source: 'captured',
    texts: Object.fromEntries(texts),
    models: [],
    missing: {},
  });
  return folder;
}

const problemsOf = (folder: string): unknown =>
  checkPack({ name: 'pack', folder }).map(({ id, isError, problem }) => [id, isError, problem]);

describe('checking a pack', () => {
  it('finds nothing in a sound one', () => {
    expect(problemsOf(soundPack())).toEqual([]);
  });

  it('finds nothing in the built-in one', () => {
    expect(checkPack(findPack(undefined))).toEqual([]);
  });

  it('says all that is wrong, in the order of the texts', () => {
    const folder = soundPack();
    const write = (id: string, content: string | Uint8Array): void =>
      writeFileSync(join(folder, `${id}.md`), content);
    write('compaction.prompt', 'other\n');
    write('media.detail-low', Buffer.of(0xff));
    write('time.reminder', 'It is {{ hour }}.\n');
    write('of-mine', 'x\n');
    rmSync(join(folder, 'media.remote-image.md'));
    rmSync(join(folder, 'realtime.end.md'));
    expect(problemsOf(folder)).toEqual([
      ['compaction.prompt', true, 'is not the text of the manifest'],
      ['media.remote-image', true, 'is missing'],
      ['media.detail-low', true, 'is not UTF-8'],
      ['realtime.end', false, 'is missing'],
      ['time.reminder', true, 'is not the text of the manifest'],
      ['time.reminder', false, 'has no place {{ now }}'],
      ['time.reminder', false, 'has a place {{ hour }} that nothing fills'],
      ['of-mine', false, 'is no text that promptmill knows'],
    ]);
  });
});
