import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTools } from '../../src/sources/read-tools.js';
import { refusalOf, temporaryFolder, writeTree } from './samples.js';

function fileOf(content: string): string {
  return join(writeTree(temporaryFolder(), { 'tools.json': content }), 'tools.json');
}

function toolsIn(content: string): string {
  return new TextDecoder().decode(readTools(fileOf(content)));
}

describe('tools', () => {
  it('are an array, made compact, with keys and numbers as they are', () => {
    expect(toolsIn(' [ { "name" : "b", "a": 1.0, "2": "x y", "1": [ ] } ]\n')).toBe(
      '[{"name":"b","a":1.0,"2":"x y","1":[]}]',
    );
    expect(toolsIn('[]')).toBe('[]');
  });

  it('are found in a request body', () => {
    const body =
      '{"model":"m","input":[{"tools":[9]}],\n "tools": [ {"type": "custom"} ], "stream":true}';
    expect(toolsIn(body)).toBe('[{"type":"custom"}]');
  });

  it('are those named last when they are named twice', () => {
    expect(toolsIn('{"tools":[1],"tools":[2]}')).toBe('[2]');
  });

  it.each([
    ['{"model":"m"}', 0, 1],
    ['"tools"', 0, 1],
    ['{\n"é":1,"tools":{"a":1}}', 17, 2],
  ])('are not in %j', async (text, offsetBytes, line) => {
    const { code, details } = await refusalOf(() => toolsIn(text));
    expect(code).toBe('bad_tools');
    expect(details).toMatchObject({ offsetBytes, line });
  });

  it('that are not JSON are refused where they are not', async () => {
    const { code, details } = await refusalOf(() => toolsIn('[{"a":1},\n{"a";2}]'));
    expect(code).toBe('bad_tools');
    expect(details).toMatchObject({ line: 2, offsetBytes: 14, expected: 'a colon' });
  });
});
