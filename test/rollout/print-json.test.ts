import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsKernel } from '../../src/kernels/js/kernel.js';
import { decodeString, encodeString, printNumber, printValue } from '../../src/rollout/print-json.js';
import { jsonText } from '../support/json-texts.js';
import { slowNumber, slowParse, slowPrint } from '../support/slow-json.js';

function print(text: string): string {
  const bytes = Buffer.from(text);
  const scanner = jsKernel.createScanner();
  scanner.reset();
  if (scanner.step(bytes, 0, bytes.length, 0, true) < 0) throw new Error(`no JSON: ${text}`);
  return Buffer.from(printValue(bytes, scanner.tape, 0, 0)).toString();
}

describe('printValue', () => {
  it.each([
    ['[1, 2 ,\t3 ]', '[1,2,3]'],
    ['{ "a" : { } , "b" : [ ] }', '{"a":{},"b":[]}'],
    ['[true, false, null]', '[true,false,null]'],
    ['"\\u0041\\/\\u00e9\\u000A\\u001F"', '"A/é\\n\\u001f"'],
    ['"\\ud83e\\udd80"', '"🦀"'],
    ['"\\u2028\\u007f"', '"\u2028\u007f"'],
    ['["\\ud83e", "\\/"]', '["\\ud83e","/"]'],
    ['{"\\u0061": 1}', '{"a":1}'],
    ['[1.0, 1e2, 10000000000000000000000]', '[1.0,100.0,1e22]'],
  ])('prints %s compactly and with short escapes', (text, expected) => {
    expect(print(text)).toBe(expected);
  });

  it('keeps the first place and the last value of a key that is given twice', () => {
    expect(print('{"a": 1, "b": 2, "a": 3, "\\u0061": 4}')).toBe('{"a":4,"b":2}');
  });

  it('prints a value from the middle of a line', () => {
    const bytes = Buffer.from('{"skip":[0],"take":{"a": "\\/"}}');
    const scanner = jsKernel.createScanner();
    scanner.reset();
    scanner.step(bytes, 0, bytes.length, 0, true);
    const token = 5;
    const start = bytes.indexOf('{"a"');
    const printed = printValue(bytes.subarray(start), scanner.tape, token, start);
    expect(Buffer.from(printed).toString()).toBe('{"a":"/"}');
  });

  it('prints every value as a slow writer would', () => {
    const property = fc.property(jsonText, (text) => {
      const node = slowParse(Buffer.from(text));
      expect(node).toBeDefined();
      expect(print(text)).toBe(node === undefined ? '' : slowPrint(node));
    });
    fc.assert(property, { numRuns: 2000, seed: 6 });
  });
});

describe('printNumber', () => {
  it.each([
    ['0', '0'],
    ['-0', '-0.0'],
    ['-1', '-1'],
    ['18446744073709551615', '18446744073709551615'],
    ['18446744073709551616', '1.8446744073709552e19'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['-9223372036854775809', '-9.223372036854776e18'],
    ['1.0', '1.0'],
    ['1.50', '1.5'],
    ['-1.5', '-1.5'],
    ['0.0', '0.0'],
    ['-0.0', '-0.0'],
    ['1e5', '100000.0'],
    ['1E5', '100000.0'],
    ['1e15', '1000000000000000.0'],
    ['1e16', '1e16'],
    ['1.5e16', '1.5e16'],
    ['1e+300', '1e300'],
    ['0.0001', '0.0001'],
    ['0.00001', '0.00001'],
    ['0.000001', '1e-6'],
    ['1.25e-7', '1.25e-7'],
    ['123456.789', '123456.789'],
    ['1785852000.123456', '1785852000.123456'],
    ['1785852000.1234567890', '1785852000.1234567'],
    ['5e-324', '5e-324'],
    ['1e-400', '0.0'],
    ['1.7976931348623157e308', '1.7976931348623157e308'],
  ])('prints %s as %s', (text, expected) => {
    expect(printNumber(text)).toBe(expected);
    expect(slowNumber(text)).toBe(expected);
  });

  it('leaves a number beyond all doubles as it stands', () => {
    for (const text of ['1e400', '-1e999', `1${'0'.repeat(400)}`]) {
      expect(printNumber(text)).toBe(text);
    }
  });

  it('prints any double so that it reads back', () => {
    const property = fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = JSON.stringify(value);
      expect(printNumber(text)).toBe(slowNumber(text));
      expect(Number(printNumber(text))).toBe(Number(text));
    });
    fc.assert(property, { numRuns: 3000, seed: 7 });
  });
});

describe('decodeString and encodeString', () => {
  it('resolve escapes and write them back in one spelling', () => {
    const raw = Buffer.from('a\\u0062\\/\\n\\ud83e\\udd80é');
    expect(decodeString(raw)).toBe('ab/\n🦀é');
    expect(Buffer.from(encodeString('ab/\n🦀é')).toString()).toBe('"ab/\\n🦀é"');
  });

  it('keep a byte order mark', () => {
    expect(decodeString(Buffer.from('\ufeffa'))).toBe('\ufeffa');
  });
});
