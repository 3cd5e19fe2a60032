import { describe, expect, it } from 'vitest';
import { BlockTable } from '../../../src/export/load/block-table.js';
import { PromptReader } from '../../../src/export/load/prompt-blocks.js';
import { promptUnits } from '../../../src/export/load/prompt-units.js';

describe('PromptReader', () => {
  it('cuts a unit into tokens once, however many requests repeat it', () => {
    const { reader, cut } = madeReader();
    const items = Array.from({ length: 50 }, (_, index) => `item ${String(index)}`);

    reader.startSession();
    for (const at of items.keys()) reader.read(unitsOf(items.slice(0, at + 1)));

    expect(cut).toEqual(['"be kind"', ...items.map((item) => JSON.stringify(item))]);
  });

  it('cuts only the unit that changed in the middle', () => {
    const { reader, cut } = madeReader();
    reader.startSession();
    reader.read(unitsOf(['one', 'two', 'three']));
    cut.length = 0;

    reader.read(unitsOf(['one', 'TWO', 'three']));

    expect(cut).toEqual(['"TWO"']);
  });

  it('keeps what sessions begin with, and tells the first prompt of each whole', () => {
    const { reader, cut } = madeReader();
    reader.startSession();
    const first = reader.read(unitsOf(['one']));
    cut.length = 0;
    reader.startSession();
    const second = reader.read(unitsOf(['two']));

    expect(cut).toEqual(['"two"']);
    // Nine bytes of instructions and five of the item: blocks of four, the last of two.
    expect(first).toMatchObject({ tokens: 14, kept: 0, added: Int32Array.of(0, 1, 2, 3) });
    expect(second).toMatchObject({ tokens: 14, kept: 0, added: Int32Array.of(0, 1, 4, 5) });
  });

  it('tells later prompts by the blocks that stay and those behind them', () => {
    const { reader } = madeReader();
    reader.startSession();
    reader.read(unitsOf(['one']));

    expect(reader.read(unitsOf(['one', 'two']))).toMatchObject({
      tokens: 19,
      kept: 3,
      added: Int32Array.of(4, 5),
    });
    expect(reader.read(unitsOf([]))).toMatchObject({ kept: 2, added: Int32Array.of(6) });
  });
});

/** A byte is a token, four are a block; what is cut is noted. */
function madeReader(): { readonly reader: PromptReader; readonly cut: string[] } {
  const cut: string[] = [];
  const tokenise = (json: Uint8Array): Uint32Array => {
    cut.push(Buffer.from(json).toString());
    return Uint32Array.from(json);
  };
  const rule = { blockTokens: 4, rest: 'kept', tokenise } as const;
  return { reader: new PromptReader(rule, new BlockTable()), cut };
}

function unitsOf(input: readonly string[]): ReturnType<typeof promptUnits> {
  const items = input.map((text) => JSON.stringify(text)).join();
  return promptUnits(Buffer.from(`{"instructions":"be kind","input":[${items}]}`));
}
