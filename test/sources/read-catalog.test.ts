import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCatalog } from '../../src/sources/read-catalog.js';
import { refusalOf, temporaryFolder, writeTree } from './samples.js';

function fileOf(content: string | Uint8Array): string {
  return join(writeTree(temporaryFolder(), { 'models.json': content }), 'models.json');
}

describe('a catalog', () => {
  it.each([
    ['what codex prints', { models: [{ slug: 'm' }] }],
    [
      'what codex caches',
      { fetched_at: '2026-01-01T00:00:00Z', etag: 'x', client_version: '0.145.0', models: [] },
    ],
    ['a bare list', [{ slug: 'm' }]],
  ])('is %s', (_, json) => {
    expect(readCatalog(fileOf(JSON.stringify(json)))).toEqual(json);
    expect(readCatalog(fileOf(`\ufeff${JSON.stringify(json, undefined, 2)}\n`))).toEqual(json);
  });

  it('that is not JSON is refused with line and byte', async () => {
    const path = fileOf('{\n  "modèles": [1,\n  ]\n}');
    const error = await refusalOf(() => readCatalog(path));
    expect(error.toRecord()).toEqual({
      code: 'bad_catalog',
      message: `${path}:3: byte 22 is not JSON: found "]\\n}", expected a value`,
      file: path,
      line: 3,
      offsetBytes: 22,
      found: String.raw`"]\n}"`,
      expected: 'a value',
    });
  });

  it('that is cut off is refused at its end', async () => {
    const error = await refusalOf(() => readCatalog(fileOf('\ufeff{"models":[')));
    expect(error.details).toMatchObject({ line: 1, offsetBytes: 14, found: 'the end of the file' });
  });

  it.each([
    ['{"model":1,"data":[]}', 'an object with the keys model, data'],
    ['{"models":{}}', 'an object with the keys models'],
    ['null', 'null'],
    ['"models"', 'a string'],
  ])('is not %s', async (text, found) => {
    const { code, details } = await refusalOf(() => readCatalog(fileOf(text)));
    expect({ code, found: details.found }).toEqual({ code: 'bad_catalog', found });
  });

  it('in another encoding is refused with what to do', async () => {
    const utf16 = Buffer.from('\ufeff{"models":[]}', 'utf16le');
    const { code, details } = await refusalOf(() => readCatalog(fileOf(utf16)));
    expect(code).toBe('bad_catalog');
    expect(details).toMatchObject({
      found: 'text in UTF-16',
      remedy: expect.stringContaining('UTF-8'),
    });
    const latin1 = Buffer.from('{"models":["é"]}', 'latin1');
    expect((await refusalOf(() => readCatalog(fileOf(latin1)))).details.found).toContain(
      'not UTF-8',
    );
  });

  it('that is missing is not found', async () => {
    const path = join(temporaryFolder(), 'models.json');
    expect((await refusalOf(() => readCatalog(path))).toRecord()).toMatchObject({
      code: 'input_not_found',
      file: path,
    });
  });
});
