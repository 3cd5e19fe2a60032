import { describe, expect, it } from 'vitest';
import { Model } from '../../../../src/report/html/page/model.js';
import type { PageData, PageRequest } from '../../../../src/report/html/page-data.js';
import { emptyPage } from '../../../support/page-data.js';

const request = (list: readonly number[]): PageRequest => ({
  at: 0,
  kind: 'turn',
  line: 1,
  model: '',
  bytes: 0,
  tokens: 0,
  protocolBytes: 0,
  fidelity: 0,
  list,
  addedBytes: 0,
  keptBytes: 0,
  droppedBytes: 0,
  prefixBytes: 0,
});

/** A field, then items and contents; every request has one part more. */
function data(): PageData {
  const empty = emptyPage();
  return {
    ...empty,
    names: ['field', 'model', 'content', 'item', 'output'],
    parts: {
      ...empty.parts,
      kind: [0, 2, 2, 3, 4],
      title: [1, -1, -1, -1, -1],
      nth: [0, 0, 1, 0, 0],
    },
    requests: [request([-1, 2]), request([0, 2, -3, 1]), request([0, 3, -4, 2])],
  };
}

describe('Model', () => {
  it('has the parts of each request, whichever is asked for first', () => {
    const model = new Model(data());
    expect(model.ids(2)).toEqual([0, 1, 2, 3, 4]);
    expect(model.ids(0)).toEqual([0, 1]);
    expect(model.ids(1)).toEqual([0, 1, 2]);
  });

  it('says where each part is in the body', () => {
    expect(new Model(data()).placed(2).map(({ path }) => path)).toEqual([
      '/model',
      '/input/0/content/0',
      '/input/0/content/1',
      '/input/1',
      '/input/2/output/0',
    ]);
  });

  it('refuses a request that is not there', () => {
    expect(() => new Model(data()).request(3)).toThrow('no request 3');
  });
});
