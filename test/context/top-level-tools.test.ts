import { describe, expect, it } from 'vitest';
import { changedContext } from '../../src/context/changed-context.js';
import { initialContext } from '../../src/context/initial-context.js';
import type { JsonRecord } from '../../src/contract/json-record.js';
import { contextInput, lastTurn } from '../support/context-input.js';

const grind = { type: 'custom', name: 'grind', description: 'G' };
const sift = { type: 'function', name: 'sift', description: 'S' };
const mill = (...tools: readonly JsonRecord[]): JsonRecord => ({
  type: 'namespace',
  name: 'mill',
  description: '',
  tools,
});

const lite = { model: 'lite', baseText: 'LITE', baseFollowsModel: true };

/** What a turn with some tools tells after one with others; undefined: none are remembered. */
function change(before: readonly JsonRecord[] | undefined, after: readonly JsonRecord[]) {
  const { worldState } = initialContext(
    contextInput({
      rules: '0.171',
      settings: { ...lite, ...(before === undefined ? {} : { topLevelTools: before }) },
    }),
  );
  const input = contextInput({
    rules: '0.171',
    settings: { ...lite, topLevelTools: after },
    baseline: { ...lastTurn('lite'), holdsBaseItem: true, worldState },
  });
  return changedContext(input).messages.map(({ parts, tools }) => tools ?? parts[0]?.text);
}

describe('tools of a lite model', () => {
  it('are not told anew where they are the same, whatever the order of their keys', () => {
    const turned = { description: 'G', name: 'grind', type: 'custom' };
    expect(change([mill(grind, sift)], [mill(sift, turned)])).toEqual([]);
  });

  it('are declared anew where they are new or changed, in their namespace', () => {
    const finer = { ...grind, description: 'G2' };
    expect(change([mill(grind, sift)], [mill(finer, sift)])).toEqual([
      '[tools.incremental]',
      [mill(finer)],
    ]);
    expect(change([mill(grind)], [mill(grind), sift])).toEqual(['[tools.incremental]', [sift]]);
  });

  it('are named where they are gone', () => {
    expect(change([mill(grind, sift)], [mill(grind)])).toEqual(['[tools.removed]\n- mill.sift']);
  });

  it('are all declared, without words, where none are remembered', () => {
    expect(change(undefined, [mill(grind)])).toEqual([[mill(grind)]]);
  });

  it('are remembered by the hash of their JSON with sorted keys', () => {
    const tools = [{ type: 'namespace', name: 'functions', description: '', tools: [] }];
    const { worldState } = initialContext(
      contextInput({ rules: '0.171', settings: { ...lite, topLevelTools: tools } }),
    );
    expect(worldState['top_level_tools']).toEqual({
      functions: '1280f4a8681f8bc4035e99ba9c8e3ba2e657c6af',
    });
  });

  it('are no matter of releases before, or of other models', () => {
    for (const settings of [{ ...lite }, { model: 'place' }]) {
      const rules = settings.model === 'lite' ? '0.155' : '0.171';
      const input = contextInput({
        rules,
        settings: { ...settings, topLevelTools: [sift] },
        baseline: lastTurn(settings.model, 'pragmatic'),
      });
      expect(changedContext(input).messages.filter(({ tools }) => tools !== undefined)).toEqual([]);
    }
  });
});
