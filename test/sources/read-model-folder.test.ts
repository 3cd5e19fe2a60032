import { describe, expect, it } from 'vitest';
import { readCatalog } from '../../src/sources/read-catalog.js';
import { refusalOf, temporaryFolder, writeTree } from './samples.js';

function folderOf(files: Readonly<Record<string, string>>): string {
  return writeTree(temporaryFolder(), files);
}

describe('a folder of models', () => {
  it('has one Markdown file a model, named as the model is', () => {
    const folder = folderOf({
      'stone.md': 'Grind.\n',
      'vendor/stone-2.1.md': '\n---\nGrind finer.',
      'notes.txt': 'no model',
    });
    expect(readCatalog(folder)).toEqual({
      models: [
        { slug: 'stone', base_instructions: 'Grind.\n' },
        { slug: 'vendor/stone-2.1', base_instructions: '\n---\nGrind finer.' },
      ],
    });
  });

  it('takes other fields from a head, each a line with a value in JSON', () => {
    const head = [
      'use_responses_lite: true',
      'context_window:  1000 ',
      'comp_hash: "3000"',
      'model_messages: {"instructions_template":"T: {{ personality }}"}',
    ];
    expect(
      readCatalog(folderOf({ 'stone.md': `---\n${head.join('\n')}\n---\n\nGrind.\n---\n` })),
    ).toEqual({
      models: [
        {
          slug: 'stone',
          base_instructions: '\nGrind.\n---\n',
          use_responses_lite: true,
          context_window: 1000,
          comp_hash: '3000',
          model_messages: { instructions_template: 'T: {{ personality }}' },
        },
      ],
    });
  });

  it('reads CRLF, an empty head and an empty text', () => {
    const folder = folderOf({
      'a.md': '---\r\n\r\ncomp_hash: "1"\r\n---\r\nGrind.\r\n',
      'b.md': '---\n---\n',
      'c.md': '',
    });
    expect(readCatalog(folder)).toEqual({
      models: [
        { slug: 'a', base_instructions: 'Grind.\r\n', comp_hash: '1' },
        { slug: 'b', base_instructions: '' },
        { slug: 'c', base_instructions: '' },
      ],
    });
  });

  it.each([
    ['comp_hash: 1\nslug: "x"', 3],
    ['base_instructions: "x"', 2],
    ['comp_hash: three', 2],
    ['Comp-Hash: 1', 2],
  ])('is refused with file and line for a head %j', async (head, line) => {
    const folder = folderOf({ 'stone.md': `---\n${head}\n---\nGrind.\n` });
    const error = await refusalOf(() => readCatalog(folder));
    expect(error).toMatchObject({
      code: 'bad_catalog',
      details: { line, file: expect.stringMatching(/stone\.md$/) },
    });
  });

  it('is refused for a head without an end', async () => {
    const folder = folderOf({ 'stone.md': '---\ncomp_hash: "1"\nGrind.\n' });
    expect((await refusalOf(() => readCatalog(folder))).toRecord()).toMatchObject({
      code: 'bad_catalog',
      line: 1,
    });
  });
});
