import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsKernel } from '../../src/kernels/js/kernel.js';
import {
  decodeString,
  encodeString,
  isHugeInteger,
  printNumber,
  printValue,
} from '../../src/rollout/print-json.js';
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
    [
      '[1.0, 1e2, 1.50E-3, -0, 10000000000000000000000]',
      '[1.0,1e+2,1.50e-3,0,10000000000000000000000]',
    ],
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
  // Measured on both releases.
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['-1', '-1'],
    ['18446744073709551615', '18446744073709551615'],
    ['1.0', '1.0'],
    ['1.10', '1.10'],
    ['-0.0', '-0.0'],
    ['0.00001', '0.00001'],
    ['123456789.123456789', '123456789.123456789'],
    ['100000000000000000000.0', '100000000000000000000.0'],
    ['1e5', '1e+5'],
    ['1E5', '1e+5'],
    ['1E+5', '1e+5'],
    ['1e+5', '1e+5'],
    ['1e05', '1e+05'],
    ['1e-7', '1e-7'],
    ['1E-05', '1e-05'],
    ['3.0e0', '3.0e+0'],
    ['-0e1', '-0e+1'],
    ['1e400', '1e+400'],
    ['1e-400', '1e-400'],
  ])('prints %s as %s', (text, expected) => {
    expect(printNumber(text)).toBe(expected);
    expect(slowNumber(text)).toBe(expected);
  });

  it('keeps the value of any double', () => {
    const property = fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = JSON.stringify(value);
      expect(printNumber(text)).toBe(slowNumber(text));
      expect(Number(printNumber(text))).toBe(Number(text));
    });
    fc.assert(property, { numRuns: 1000, seed: 7 });
  });
});

describe('isHugeInteger', () => {
  it.each([
    ['18446744073709551615', false],
    ['18446744073709551616', true],
    ['-9223372036854775808', false],
    ['-9223372036854775809', true],
    ['99999999999999999999.0', false],
    ['1e400', false],
    ['7', false],
    [`1${'0'.repeat(5000)}`, true],
  ])('of %s is %s', (text, expected) => {
    expect(isHugeInteger(text)).toBe(expected);
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
