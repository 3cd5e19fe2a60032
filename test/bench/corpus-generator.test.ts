// The generator of rollouts: what its shapes promise, and that a seed always gives the same bytes.

import { crc32, inflateSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { corpusPieces } from '../../bench/corpus/generate/corpus-plan.mjs';
import { makeSession, sessionFiles } from '../../bench/corpus/generate/make-session.mjs';
import { shapes } from '../../bench/corpus/generate/shapes.mjs';

type ShapeName = keyof typeof shapes;
type Release = '0.47' | '0.145' | '0.171';

interface Line {
  readonly timestamp: string;
  readonly ordinal?: number;
  readonly type: string;
  // Lines of every kind are looked into: the tests name what they expect to find.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly payload: any;
}

const damaged = new Set<ShapeName>(['broken', 'broken-utf8', 'byte-order-mark', 'bare']);
const allPairs = Object.entries(shapes).flatMap(([name, { releases }]) =>
  releases.map((release) => [name, release] as [ShapeName, Release]),
);

function filesOf(shape: ShapeName, release: Release, bytes = 1_000): Buffer[] {
  return [...sessionFiles({ seed: 1, shape, release, bytes, scale: 'small' }).values()];
}

/** The first two files of a family; the second is empty when there is but one. */
function pairOf(shape: ShapeName, release: Release): [Buffer, Buffer] {
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = filesOf(shape, release);
  return [first, second];
}

function linesIn(file: Buffer): Line[] {
  return file
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

function linesOf(shape: ShapeName, release: Release, bytes?: number): Line[] {
  return filesOf(shape, release, bytes).slice(0, 1).flatMap(linesIn);
}

function payloadsOf(lines: readonly Line[], type: string): Line['payload'][] {
  return lines
    .filter((line) => line.type === type || line.payload.type === type)
    .map((line) => line.payload);
}

describe('every shape', () => {
  test.each(allPairs)(
    '%s of %s is the same for a seed and another for another',
    (shape, release) => {
      const once = sessionFiles({ seed: 'a', shape, release, bytes: 30_000 });
      const again = sessionFiles({ seed: 'a', shape, release, bytes: 30_000 });
      const other = sessionFiles({ seed: 'b', shape, release, bytes: 30_000 });
      expect([...again.keys()]).toEqual([...once.keys()]);
      for (const [path, bytes] of once) expect(again.get(path)?.equals(bytes)).toBe(true);
      expect([...other.keys()]).not.toEqual([...once.keys()]);
    },
  );

  test.each(allPairs.filter(([shape]) => !damaged.has(shape)))(
    '%s of %s is made of whole lines in the envelope',
    (shape, release) => {
      for (const file of filesOf(shape, release, 20_000)) {
        expect(file.at(-1)).toBe(0x0a);
        const keys = new Set(linesIn(file).map((line) => Object.keys(line).join()));
        const expected =
          release === '0.171'
            ? ['timestamp,ordinal,type,payload', 'timestamp,ordinal,type,payload,metadata']
            : ['timestamp,type,payload'];
        expect([...keys].every((key) => expected.includes(key))).toBe(true);
      }
    },
  );

  test.each(allPairs)('%s of %s reaches its size and stops soon after', (shape, release) => {
    const [file] = [...sessionFiles({ seed: 1, shape, release, bytes: 150_000 }).values()];
    expect(file?.length).toBeGreaterThan(150_000);
    expect(file?.length).toBeLessThan(900_000);
  });

  test('a shape that a release does not know is refused by name', () => {
    const make = () => [
      ...makeSession({ seed: 1, shape: 'fork-prefix', release: '0.145', bytes: 1 }),
    ];
    expect(make).toThrow('shape fork-prefix is not made for 0.145, but for 0.171');
  });

  test('ordinals of 0.171 count every line', () => {
    const lines = linesOf('work', '0.171', 40_000);
    expect(lines.map((line) => line.ordinal)).toEqual(lines.map((_, index) => index));
  });
});

describe('tools', () => {
  test.each(['0.145', '0.171'] as const)(
    '%s calls in parallel, fails, and prints too much',
    (release) => {
      const lines = linesOf('tools', release);
      const calls = payloadsOf(lines, 'function_call').map((call) => call.call_id);
      const outputs = payloadsOf(lines, 'function_call_output');
      const answered = new Set(outputs.map((output) => output.call_id));
      expect(calls.filter((id) => !answered.has(id))).toHaveLength(1);
      expect(Math.max(...outputs.map((output) => output.output.length))).toBeGreaterThan(40_000);
      expect(payloadsOf(lines, 'custom_tool_call').map((call) => call.name)).toEqual([
        'apply_patch',
        'apply_patch',
      ]);
      const order = lines
        .map((line) => line.payload.type)
        .filter((type) => type?.startsWith('function_call'));
      expect(order.slice(0, 2)).toEqual(['function_call', 'function_call']);
    },
  );
});

describe('images', () => {
  test('are valid PNG files, pasted, from disk and as a tool output', () => {
    const lines = linesOf('images', '0.145', 60_000);
    const message = payloadsOf(lines, 'message').find((item) => item.content.length === 5);
    const [view] = payloadsOf(lines, 'function_call_output');
    expect(message.content.map((part: Line['payload']) => part.type)).toEqual([
      'input_text',
      'input_text',
      'input_image',
      'input_text',
      'input_image',
    ]);
    const urls = [
      message.content[2].image_url,
      message.content[4].image_url,
      view.output[0].image_url,
    ];
    for (const url of urls) expect(pngFault(url)).toBe(undefined);
  });
});

/** What is wrong with a data URL that ought to hold a PNG picture. */
function pngFault(url: string): string | undefined {
  const base64 = url.slice('data:image/png;base64,'.length);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64) return 'not canonical base64';
  const side = bytes.readUInt32BE(16);
  for (let offset = 8; offset < bytes.length;) {
    const end = offset + 8 + bytes.readUInt32BE(offset);
    if (crc32(bytes.subarray(offset + 4, end)) !== bytes.readUInt32BE(end)) return 'bad checksum';
    const isPixels = bytes.toString('latin1', offset + 4, offset + 8) === 'IDAT';
    if (isPixels && inflateSync(bytes.subarray(offset + 8, end)).length !== side * (side + 1)) {
      return 'wrong number of pixels';
    }
    offset = end + 4;
  }
  return undefined;
}

describe('compaction', () => {
  test('local ones end in a summary, remote ones in sealed bytes', () => {
    const [local] = payloadsOf(linesOf('compaction-local', '0.145'), 'compacted');
    const [remote] = payloadsOf(linesOf('compaction-remote', '0.145'), 'compacted');
    expect(local.replacement_history.at(-1).content[0].text).toBe(local.message);
    expect(remote.message).toBe('');
    expect(remote.replacement_history.at(-1).type).toBe('compaction');
  });

  test('in the middle of a turn the context stands before the last user message', () => {
    const [record] = payloadsOf(linesOf('compaction-mid-turn', '0.145'), 'compacted');
    const roles = record.replacement_history.map((item: Line['payload']) => item.role ?? item.type);
    expect(roles.slice(-4)).toEqual(['developer', 'user', 'user', 'compaction']);
  });

  test('0.171 notes every item that stays', () => {
    const [record] = payloadsOf(linesOf('compaction-remote', '0.171'), 'compacted');
    expect(record.replacement_history_metadata).toHaveLength(record.replacement_history.length);
  });

  test('legacy ones hold words only', () => {
    const [record] = payloadsOf(linesOf('compaction-legacy', '0.47'), 'compacted');
    expect(Object.keys(record)).toEqual(['message']);
  });

  test('supersede most of a large session', () => {
    for (const shape of ['work', 'gallery'] as const) {
      const size = shape === 'work' ? 3_000_000 : 12_000_000;
      const [file] = [...sessionFiles({ seed: 2, shape, release: '0.145', bytes: size }).values()];
      const last = file?.lastIndexOf('"type":"compacted"') ?? -1;
      expect(last / size).toBeGreaterThan(0.6);
    }
  });
});

test('rollbacks take back one turn, several, or more than there are', () => {
  const counts = (shape: ShapeName) =>
    payloadsOf(linesOf(shape, '0.145'), 'thread_rolled_back').map((event) => event.num_turns);
  expect(counts('rollback-one')).toEqual([1]);
  expect(counts('rollback-several')).toEqual([2]);
  expect(counts('rollback-beyond')).toEqual([1_000]);
});

describe('families', () => {
  test('a copied fork holds both metas and the parent lines under new times', () => {
    const [parent, child] = pairOf('fork-copy', '0.145');
    const [own, copied] = payloadsOf(linesIn(child), 'session_meta');
    const id = linesIn(parent)[0]?.payload.id;
    expect([own.forked_from_id, copied.id]).toEqual([id, id]);
    const untimed = (file: Buffer) =>
      linesIn(file).map(({ type, payload }) => JSON.stringify({ type, payload }));
    const copiedLines = untimed(child).slice(1);
    const shared = untimed(parent).findIndex((line, index) => line !== copiedLines[index]);
    expect(shared).toBeGreaterThan(10);
    expect(copiedLines.slice(0, shared)).toEqual(untimed(parent).slice(0, shared));
  });

  test('a fork by prefix names the end of a line of its parent and counts on from there', () => {
    const [parent, child] = pairOf('fork-prefix', '0.171');
    const meta = linesIn(child)[0];
    const base = meta?.payload.history_base;
    expect(base.thread_id).toBe(linesIn(parent)[0]?.payload.id);
    expect(parent.at(base.end_byte_offset - 1)).toBe(0x0a);
    expect(linesIn(parent.subarray(0, base.end_byte_offset))).toHaveLength(
      base.end_ordinal_exclusive,
    );
    expect(meta?.ordinal).toBe(base.end_ordinal_exclusive);
  });

  test.each(['0.145', '0.171'] as const)('an agent of %s knows whose it is', (release) => {
    const [parent, child] = pairOf('sub-agents', release);
    expect(linesIn(child)[0]?.payload.parent_thread_id).toBe(linesIn(parent)[0]?.payload.id);
    expect(payloadsOf(linesIn(parent), 'function_call').map((call) => call.name)).toContain(
      'spawn_agent',
    );
  });
});

describe('damage', () => {
  const [brokenFile] = pairOf('broken', '0.145');
  const broken = brokenFile.toString();

  test('a broken file has lines that are no JSON, NUL bytes, and a torn end', () => {
    expect(broken).toContain('\0'.repeat(512));
    expect(broken.endsWith('\n')).toBe(false);
    const bad = broken.split('\n').filter((line) => line !== '' && !isJson(line));
    expect(bad.length).toBeGreaterThan(3);
  });

  test('it stays valid UTF-8, unlike the file with bytes that are none', () => {
    const isUtf8 = (file: Buffer) => Buffer.from(file.toString()).equals(file);
    expect(isUtf8(brokenFile)).toBe(true);
    expect(isUtf8(pairOf('broken-utf8', '0.145')[0])).toBe(false);
  });

  test('a byte order mark stands before the first line', () => {
    expect(pairOf('byte-order-mark', '0.145')[0].subarray(0, 4).toString('hex')).toBe('efbbbf7b');
  });
});

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

describe('a corpus', () => {
  const digest = (seed: number) => {
    let bytes = 0;
    let sum = 0;
    const paths = new Set<string>();
    for (const piece of corpusPieces({ seed, bytes: 1_500_000 })) {
      bytes += piece.bytes.length;
      sum = crc32(piece.bytes, sum);
      paths.add(piece.path);
    }
    return { bytes, sum, files: paths.size };
  };

  test('has about the bytes that were asked for, and the same ones for a seed', () => {
    const once = digest(1);
    expect(once.bytes).toBeGreaterThanOrEqual(1_500_000);
    expect(once.bytes).toBeLessThan(3_000_000);
    expect(digest(1)).toEqual(once);
    expect(digest(2)).not.toEqual(once);
  });
});
