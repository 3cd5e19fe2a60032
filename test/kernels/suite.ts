// What every kernel must do, as one suite: run it on a kernel and its answers are those of all others.

import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atom, atomNames } from '../../src/contract/atoms.js';
import type { Kernel } from '../../src/contract/kernels.js';
import { atomShift, Flag, Kind, maxDepth, tokenWords } from '../../src/contract/tape.js';
import { byteSoup, damagedJson, isJson, jsonText } from '../support/json-texts.js';
import { slowParse, slowTape } from '../support/slow-json.js';
import { type ScanResult, scanAt, scanBatch, scanWhole, scanWithCuts } from './scan-in-steps.js';

const acceptedTexts = [
  ['null', 'true', 'false', '""', '[]', '{}', ' \t\r\n1\n\r\t ', '[ ]', '{ }', '[[[]]]', '[{}]'],
  ['0', '-0', '9', '10', '-1', '1.5', '0.5', '-0.0', '1e1', '1E1', '1e+1', '1e-1', '0e0', '1.0E+2'],
  ['123456789012345', '1234567890123456', '18446744073709551616', '1e400', '-1e-400'],
  ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\u0000"', '"\\uABcd"', '"\u007f"', '"\u2028\u2029"'],
  ['"é漢🦀"', '"\\ud83e\\udd80"', '"\\ud83e"', '"\\udd80"', '"\\ud83e\\u0041"', '"\\ud83e\\n"'],
  ['"\\ud83ex"', '"\\ud83e\\ud83e\\udd80"', '{"a":1}', '{"a":1,"a":2}', '{"":""}', '[1,2]'],
  ['{"a" : [1 , {"b" : null}] , "c" : "d"}', '[true,false,null]', '"a long text without anything"'],
].flat();

const refusedTexts = [
  ['', ' ', '\n', 'nul', 'nulll', 'True', 'tru', 'fals', 'falsey', 'undefined', 'NaN', 'Infinity'],
  [
    '01',
    '-',
    '-01',
    '+1',
    '.5',
    '1.',
    '1.e1',
    '1e',
    '1e+',
    '1e1.5',
    '--1',
    '1-',
    '0x1',
    '1_0',
    '00',
  ],
  ['1 2', 'null null', '[] []', '{}{}', '""""', '1,', ',1', 'null,', '"a" "b"', '{} x'],
  ['[', ']', '{', '}', '[1', '[1,', '[,1]', '[1,]', '[1 2]', '[1]]', '[}', '{]', '[1}'],
  ['{"a"', '{"a"}', '{"a":', '{"a":}', '{"a":1', '{"a":1,', '{"a":1,}', '{,}', '{"a" 1}'],
  ['{a:1}', "{'a':1}", '{1:2}', '{null:1}', '{"a":1 "b":2}', '{"a":1,,"b":2}', '{"a"::1}', '{:1}'],
  [
    '"',
    '"a',
    '"\\',
    '"\\"',
    '"\\u',
    '"\\u1"',
    '"\\u12"',
    '"\\u123"',
    '"\\u123g"',
    '"\\x41"',
    '"\\a"',
  ],
  ['"\\U0041"', '"\\ud83e\\u"', '"\\ud83e\\u12"', '"\\ud83e\\', '"\n"', '"\t"', '"\0"', '"\u001f"'],
  ['"a\nb"', '\u00a01', '\ufeff1', '\f1', '\v1', '1\u00a0', '[1\u2028]', '/*c*/1', '1//c', "'a'"],
].flat();

const nested = (depth: number, open: string, close: string): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

export function describeKernel(kernel: Kernel): void {
  const scan = (text: string | Uint8Array): ScanResult => scanWhole(kernel, bytesOf(text));

  describe('JsonScanner', () => {
    it.each(acceptedTexts.map((text) => [JSON.stringify(text), text]))('takes %s', (_, text) => {
      expect(isJson(bytesOf(text))).toBe(true);
      expect(scan(text)).toEqual({ tape: modelTape(text) });
    });

    it.each(refusedTexts.map((text) => [JSON.stringify(text), text]))('refuses %s', (_, text) => {
      expect(isJson(bytesOf(text))).toBe(false);
      expect(scan(text)).toHaveProperty('fault');
    });

    it.each([
      ['an empty text', '', 'unexpected_end', 0],
      ['an unclosed array', '[1', 'unexpected_end', 2],
      ['an unclosed string', '"abc', 'unexpected_end', 4],
      ['a wrong close', '[1}', 'unexpected_byte', 2],
      ['a missing colon', '{"a" 1}', 'unexpected_byte', 5],
      ['a byte that begins no value', '[#]', 'unexpected_byte', 1],
      ['a control outside a string', '[\0]', 'unexpected_byte', 1],
      ['an unknown escape', '"ab\\q"', 'bad_escape', 3],
      ['an escape of bad digits', '"\\u12g4"', 'bad_escape', 1],
      ['a control inside a string', '"ab\ncd"', 'control_in_string', 3],
      ['a number with a leading zero', '[12,007]', 'bad_number', 4],
      ['a word that is none', '[nul]', 'bad_number', 1],
      ['bytes behind the value', '{} {}', 'trailing_bytes', 3],
      ['a container too many', nested(maxDepth + 1, '[', ']'), 'too_deep', maxDepth],
    ])('says where and why it refuses %s', (_, text, ...[fault, faultOffset]) => {
      expect(scan(text)).toEqual({ fault, faultOffset });
    });

    it('forgets a fault when it is reset', () => {
      const scanner = kernel.createScanner();
      expect(scanAt(scanner, bytesOf('[#'))).toHaveProperty('fault', 'unexpected_byte');
      expect(scanAt(scanner, bytesOf('[1]'))).toEqual({ tape: modelTape('[1]') });
      expect(scanner.fault).toBe(undefined);
    });

    it.each([
      ['arrays', '[', ']'],
      ['objects', '{"a":', '}'],
      ['both in turn', '[{"a":', '}]'],
    ])('takes %s up to the depth limit and refuses one more', (_, open, close) => {
      const levels = open === '[{"a":' ? 2 : 1;
      const most = Math.floor(maxDepth / levels);
      const deepest = nested(most, open, close);
      expect(scan(deepest)).toEqual({ tape: modelTape(deepest) });
      expect(scan(nested(most + 1, open, close))).toHaveProperty('fault', 'too_deep');
    });

    it('counts depth, not containers', () => {
      const wide = `[${Array.from({ length: 500 }, () => '[]').join(',')}]`;
      expect(scan(wide)).toEqual({ tape: modelTape(wide) });
    });

    it.each(Array.from({ length: 0x20 }, (_, code) => code))(
      'refuses control %i in a string',
      (code) => {
        const text = `"${'x'.repeat(code)}${String.fromCharCode(code)}${'x'.repeat(9)}"`;
        expect(scan(text)).toEqual({ fault: 'control_in_string', faultOffset: code + 1 });
      },
    );

    it('reads nothing before or behind the range it is given', () => {
      const scanner = kernel.createScanner();
      for (const text of ['{"a":[1,"b\\n"],"role":"user"}', '12', '"x"', 'true', '[1', '"ab']) {
        for (let offset = 0; offset < 8; offset += 1) {
          for (const filler of ['"', '\\', '1', ' ', '\n', ']', 'e']) {
            const whole = bytesOf(filler.repeat(offset) + text + filler.repeat(9));
            const at = scanAt(scanner, whole, [offset, offset + text.length]);
            expect(at).toEqual(scan(text));
          }
        }
      }
    });

    it('finds the end of a string at every length and alignment', () => {
      for (let length = 0; length < 40; length += 1) {
        for (const end of ['', '\\n', 'é', '\\u0041', '🦀']) {
          const text = `["${'a'.repeat(length)}${end}","b"]`;
          for (let offset = 0; offset < 4; offset += 1) {
            const view = new Uint8Array(Buffer.byteLength(text) + offset).subarray(offset);
            view.set(bytesOf(text));
            expect(scan(view)).toEqual({ tape: modelTape(text) });
          }
        }
      }
    });

    it('takes every byte above the controls inside a string', () => {
      for (let byte = 0x20; byte < 0x100; byte += 1) {
        if (byte === 0x22 || byte === 0x5c) continue;
        const text = Uint8Array.from([0x22, 0x61, byte, 0x62, 0x63, 0x64, 0x65, 0x22]);
        expect(scan(text)).toEqual({ tape: [Kind.string, 1, 7, 6] });
      }
    });

    it('grows its tape', () => {
      const long = `[${Array.from({ length: 5000 }, (_, index) => `"v${String(index)}"`).join(',')}]`;
      expect(scan(long)).toEqual({ tape: modelTape(long) });
    });

    it('names every known string, and nothing near it', () => {
      const shared = new Set<string>(atomNames);
      for (const name of atomNames) {
        const near = [name, `${name}s`, name.slice(0, -1), `x${name}`, name.toUpperCase()];
        for (const text of near) {
          const number = shared.has(text) ? atom(text as (typeof atomNames)[number]) : 0;
          const length = text.length;
          expect(scan(`"${text}"`)).toEqual({
            tape: [Kind.string | (number << atomShift), 1, 1 + length, length],
          });
          expect(scan(`{"${text}":1}`)).toHaveProperty(
            ['tape', tokenWords],
            Kind.key | (number << atomShift),
          );
        }
      }
    });

    it('names a string that is spelled with escapes', () => {
      expect(scan('"\\u0074ype"')).toEqual({
        tape: [Kind.string | Flag.escaped | Flag.loose | (atom('type') << atomShift), 1, 10, 4],
      });
    });

    it.each([
      ['"a\\nb"', Flag.escaped, 3],
      ['"\\"\\\\\\b\\f\\n\\r\\t"', Flag.escaped, 7],
      ['"\\/"', Flag.escaped | Flag.loose, 1],
      ['"\\u0000"', Flag.escaped, 1],
      ['"\\u001f"', Flag.escaped, 1],
      ['"\\u001F"', Flag.escaped | Flag.loose, 1],
      ['"\\u000b"', Flag.escaped, 1],
      ['"\\u000B"', Flag.escaped | Flag.loose, 1],
      ['"\\u000a"', Flag.escaped | Flag.loose, 1],
      ['"\\u0008"', Flag.escaped | Flag.loose, 1],
      ['"\\u0041"', Flag.escaped | Flag.loose, 1],
      ['"\\u007f"', Flag.escaped | Flag.loose, 1],
      ['"\\u00e9"', Flag.escaped | Flag.loose, 2],
      ['"\\u20ac"', Flag.escaped | Flag.loose, 3],
      ['"\\ud83e\\udd80"', Flag.escaped | Flag.loose, 4],
      ['"\\ud83e"', Flag.escaped | Flag.loose | Flag.loneSurrogate, 3],
      ['"\\ud83e\\u0041"', Flag.escaped | Flag.loose | Flag.loneSurrogate, 4],
      ['"\\udd80\\ud83e"', Flag.escaped | Flag.loose | Flag.loneSurrogate, 6],
      ['"\\ud83e\\ud83e\\udd80"', Flag.escaped | Flag.loose | Flag.loneSurrogate, 7],
    ])('flags %s and counts its bytes unescaped', (text, flags, decodedLength) => {
      const tape = [Kind.string | flags, 1, text.length - 1, decodedLength];
      expect(scan(text)).toEqual({ tape });
    });

    it.each([
      ['7', 0],
      ['-7', 0],
      ['1.50', 0],
      ['-0.0', 0],
      ['1234567890123456789.1234567890123456789', 0],
      ['123456789012345678', 0],
      ['-123456789012345678', 0],
      ['1234567890123456789', Flag.inexactNumber],
      ['-1234567890123456789', Flag.inexactNumber],
      ['-0', Flag.inexactNumber],
      ['1e5', Flag.inexactNumber],
      ['0E0', Flag.inexactNumber],
      ['1.5e+5', Flag.inexactNumber],
    ])('says whether %s surely prints as it stands', (text, flags) => {
      expect(scan(text)).toEqual({ tape: [Kind.number | flags, 0, text.length, 0] });
    });

    it.each([
      ['{"a":[1,"b"]}', 0],
      ['{"a": [1,"b"]}', Flag.loose],
      ['{"a":[1, "b"]}', Flag.loose],
      ['{"\\/":[1]}', Flag.loose],
      ['{"a":["\\ud800"]}', Flag.loose | Flag.loneSurrogate],
      ['{"a":[-0]}', Flag.inexactNumber],
      [' {"a":[1]} ', 0],
    ])('hands the flags of what %s holds up to it', (text, flags) => {
      expect(scan(text)).toHaveProperty(['tape', 0], Kind.object | flags);
    });

    it('flags no neighbour of what is flagged', () => {
      const text = '[{"a":1},{"b": 2},{"c":"\\/"},{"d":-0},{"e":"f"}]';
      expect(scan(text)).toEqual({ tape: modelTape(text) });
    });

    it.each([
      ...acceptedTexts,
      '{"timestamp":"t","type":"response_item","payload":{"role":"user","content":[]}}',
    ])('leaves the same tape wherever %j is split', (text) => {
      const bytes = bytesOf(text);
      const whole = scan(bytes);
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        expect(scanWithCuts(kernel, bytes, [cut])).toEqual(whole);
      }
    });

    it.each(refusedTexts)('refuses %j wherever it is split', (text) => {
      const bytes = bytesOf(text);
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        expect(scanWithCuts(kernel, bytes, [cut])).toEqual(scan(bytes));
      }
    });

    it('goes on in a string that is longer than many steps', () => {
      const text = `{"text":"${'abc\\n\\u00e9\\ud83e\\udd80é'.repeat(400)}","role":"user"}`;
      const bytes = bytesOf(text);
      for (const step of [64, 65, 67, 100, 1000]) {
        const cuts = Array.from(
          { length: Math.floor(bytes.length / step) },
          (_, index) => (index + 1) * step,
        );
        expect(scanWithCuts(kernel, bytes, cuts)).toEqual({ tape: modelTape(text) });
      }
    });

    it.each([
      '\\n',
      '\\\\',
      '\\"#',
      '\\\\]',
      '\\u001b[',
      '\\u0007',
      '\\u0008',
      '\\u000b',
      '\\u001F',
      '\\u00e9',
      '\\ud83e\\udd80',
      '\\ud83e',
      '\\/',
      'é#]',
    ])('finds %j wherever it stands in a long string', (piece) => {
      for (let place = 0; place < 40; place += 1) {
        const text = `"${'x'.repeat(place)}${piece}${'y'.repeat(75 - place)}${piece}${piece}"`;
        // What stands around it in the buffer must not be taken for a part of it.
        const bytes = bytesOf(`${'"'.repeat(place % 4)}${text}\\`);
        expect(scan(bytes.subarray(place % 4, -1))).toEqual({ tape: modelTape(text) });
      }
    });

    it.each(['\n', '\u0000', '\u001f', '\\x', '\\u00g0', '"', '\\'])(
      'refuses %j wherever it stands in a long string',
      (piece) => {
        for (let place = 0; place < 70; place += 1) {
          const text = `"${'x'.repeat(place)}${piece}${'y'.repeat(70 - place)}`;
          expect(scan(`${text}"`)).toHaveProperty('fault');
        }
      },
    );

    it('takes just what JSON.parse takes, but for depth', () => {
      const anyBytes = fc.oneof(jsonText.map(bytesOf), damagedJson, byteSoup);
      const property = fc.property(anyBytes, (bytes) => {
        const expected = isJson(bytes);
        if (expected === undefined) return;
        const result = scan(bytes);
        if (result.fault === 'too_deep') return;
        expect(result.fault === undefined).toBe(expected);
      });
      fc.assert(property, { numRuns: 3000, seed: 1 });
    });

    it('leaves the tape that a slow reader would', () => {
      const property = fc.property(jsonText, (text) => {
        expect(scan(text)).toEqual({ tape: modelTape(text) });
      });
      fc.assert(property, { numRuns: 1500, seed: 2 });
    });

    it('leaves the same tape whatever the steps', () => {
      const cuts = fc.array(fc.nat(400), { maxLength: 8 });
      const property = fc.property(
        fc.oneof(jsonText.map(bytesOf), damagedJson),
        cuts,
        (bytes, at) => {
          expect(scanWithCuts(kernel, bytes, at)).toEqual(scan(bytes));
        },
      );
      fc.assert(property, { numRuns: 2000, seed: 3 });
    });
  });

  describe('LineScanner', () => {
    const lineScanner = kernel.createLineScanner();

    /** What it shows of each line, in batches of the size it likes best. */
    const scanLines = (lines: readonly Uint8Array[]): ScanResult[] =>
      Array.from({ length: Math.ceil(lines.length / lineScanner.mostLines) }, (_, batch) => {
        const { mostLines } = lineScanner;
        return scanBatch(lineScanner, lines.slice(batch * mostLines, (batch + 1) * mostLines));
      }).flat();

    it('leaves for each line what a scanner leaves', () => {
      const lines = [...acceptedTexts, ...refusedTexts].map(bytesOf);
      const expected = lines.map((line) => {
        const { tape } = scan(line);
        return tape === undefined ? {} : { tape };
      });
      expect(scanLines(lines)).toEqual(expected);
    });

    it('takes lines of many tokens, one after the other', () => {
      const lines = Array.from({ length: 70 }, (_, index) =>
        bytesOf(`[${'1,'.repeat(index * 9)}2]`),
      );
      expect(scanLines(lines)).toEqual(lines.map((line) => scan(line)));
    });

    it('counts its rounds', () => {
      const before = lineScanner.round;
      scanLines([bytesOf('1')]);
      expect(lineScanner.round).toBe(before + 1);
    });
  });

  describe('findLineEnds', () => {
    const find = (text: string, [from, to]: [number, number], capacity = 100): number[] => {
      const out = new Uint32Array(capacity);
      return Array.from(out.subarray(0, kernel.findLineEnds(bytesOf(text), from, to, out)));
    };

    it('gives the positions of all line feeds in a range', () => {
      expect(find('\na\n\nb\r\nc', [0, 8])).toEqual([0, 2, 3, 6]);
      expect(find('\na\n\nb\r\nc', [1, 6])).toEqual([2, 3]);
      expect(find('abc', [0, 3])).toEqual([]);
      expect(find('\n', [0, 0])).toEqual([]);
      expect(find('', [0, 0])).toEqual([]);
    });

    it('stops when the room for positions is used up', () => {
      expect(find('\n\n\n\n', [0, 4], 2)).toEqual([0, 1]);
      expect(find('\n\n\n\n', [2, 4], 2)).toEqual([2, 3]);
      expect(find('\n', [0, 1], 0)).toEqual([]);
    });

    it('counts from the start of a view into a larger buffer', () => {
      const view = bytesOf('\n\n\nab\ncd\n').subarray(3);
      const out = new Uint32Array(4);
      expect(kernel.findLineEnds(view, 0, view.length, out)).toBe(2);
      expect(Array.from(out)).toEqual([2, 5, 0, 0]);
    });

    it('finds each one at every distance', () => {
      const property = fc.property(fc.array(fc.nat(70), { maxLength: 20 }), (gaps) => {
        const text = gaps.map((gap) => `${'x'.repeat(gap)}\n`).join('');
        const ends = Array.from(text.matchAll(/\n/g), ({ index }) => index);
        expect(find(text, [0, text.length])).toEqual(ends);
      });
      fc.assert(property, { numRuns: 300, seed: 4 });
    });
  });

  describe('isUtf8', () => {
    const isUtf8 = (...bytes: number[]): boolean =>
      kernel.isUtf8(Uint8Array.from(bytes), 0, bytes.length);

    it('takes well-formed text', () => {
      expect(isUtf8()).toBe(true);
      for (const text of [
        'a',
        'é',
        '€',
        '🦀',
        '\0',
        '\ufeff',
        '\uffff',
        '\u{10ffff}',
        'aé€🦀'.repeat(30),
      ]) {
        expect(isUtf8(...bytesOf(text))).toBe(true);
      }
    });

    it.each([
      ['a lone continuation byte', [0x80]],
      ['a cut character of two bytes', [0xc3]],
      ['a cut character of three bytes', [0xe2, 0x82]],
      ['a cut character of four bytes', [0xf0, 0x9f, 0xa6]],
      ['a character that breaks off', [0xe2, 0x82, 0x41]],
      ['an overlong form of two bytes', [0xc0, 0xaf]],
      ['an overlong form of three bytes', [0xe0, 0x80, 0xaf]],
      ['an overlong form of four bytes', [0xf0, 0x80, 0x80, 0xaf]],
      ['a surrogate', [0xed, 0xa0, 0x80]],
      ['a code point beyond the last', [0xf4, 0x90, 0x80, 0x80]],
      ['a byte that begins nothing', [0xff]],
    ])('refuses %s wherever it stands', (_, bad) => {
      for (let before = 0; before < 20; before += 1) {
        const before97 = Array.from({ length: before }, () => 97);
        expect(isUtf8(...before97, ...bad)).toBe(false);
        expect(isUtf8(...before97, ...bad, ...before97)).toBe(false);
      }
    });

    it('looks at its range alone', () => {
      const bytes = Uint8Array.from([0xff, 0x61, 0xc3, 0xa9, 0xff]);
      expect(kernel.isUtf8(bytes, 1, 4)).toBe(true);
      expect(kernel.isUtf8(bytes, 0, 4)).toBe(false);
      expect(kernel.isUtf8(bytes, 1, 3)).toBe(false);
      expect(kernel.isUtf8(bytes.subarray(1), 0, 3)).toBe(true);
      expect(kernel.isUtf8(bytes, 2, 2)).toBe(true);
    });

    it('takes just what a strict decoder takes', () => {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      const bytes = fc.array(
        fc.constantFrom(0x41, 0x80, 0xa9, 0xbf, 0xc3, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0x9f),
      );
      const property = fc.property(bytes, (list) => {
        let expected = true;
        try {
          decoder.decode(Uint8Array.from(list));
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          expected = false;
        }
        expect(isUtf8(...list)).toBe(expected);
      });
      fc.assert(property, { numRuns: 1000, seed: 5 });
    });
  });
}

function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text) : text;
}

function modelTape(text: string): number[] {
  const node = slowParse(bytesOf(text));
  if (node === undefined) throw new Error(`the slow reader refuses ${text}`);
  return slowTape(node);
}
