import { describe, expect, it } from 'vitest';
import { customIdPattern, CustomIds } from '../../src/export/custom-id.js';

describe('ids of batch requests', () => {
  it('tell thread and number', () => {
    expect(new CustomIds().next('019a-b#3')).toBe('019a-b-3');
  });

  it('are unique, writable and the same in every run', () => {
    const requests = ['a#1', 'a#1', 'ä#1', 'x'.repeat(80), 'a-1', 'a#1'];
    const ids = new CustomIds();
    const written = requests.map((request) => ids.next(request));
    expect(new Set(written).size).toBe(requests.length);
    for (const id of written) expect(id).toMatch(customIdPattern);
    const again = new CustomIds();
    expect(requests.map((request) => again.next(request))).toEqual(written);
  });
});
