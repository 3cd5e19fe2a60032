import { describe, expect, it } from 'vitest';
import { checkSettings, mergeSettings, Settings } from '../../src/context/settings.js';

const given = { name: '--set', isConfigFile: false };
const file = { name: 'config.toml', isConfigFile: true };

describe('settings', () => {
  it('are kept when their keys are known and their values fit', () => {
    const values = {
      model: 'stone',
      include_environment_context: false,
      project_doc_max_bytes: 7,
      project_root_markers: ['.git', '.hg'],
      sandbox_workspace_write: { network_access: true },
      approval_policy: { granular: { rules: true } },
    };
    expect(checkSettings(values, given)).toEqual(values);
  });

  it('with an unknown key are refused, and the nearest key is named', () => {
    expect(() => checkSettings({ personalty: 'none' }, given)).toThrow(
      expect.objectContaining({
        code: 'bad_setting',
        message: '--set: there is no setting personalty',
        details: expect.objectContaining({ found: 'personalty', expected: 'perhaps personality' }),
      }),
    );
  });

  it('with a key like none are told what keys there are', () => {
    expect(() => checkSettings({ q: 1 }, given)).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ expected: 'a key of config.toml' }),
      }),
    );
  });

  it.each([
    ['model', 7, 'a string'],
    ['personality', 'loud', 'one of none, friendly, pragmatic'],
    ['include_environment_context', 'no', 'true or false'],
    ['project_doc_max_bytes', -1, 'a whole number, 0 or more'],
    ['project_root_markers', '.git', 'a list of strings'],
    ['permissions', [], 'a table'],
    ['approval_policy', 1, 'a string or a table'],
  ])('are refused when %s is %j', (key, value, expected) => {
    expect(() => checkSettings({ [key]: value }, given)).toThrow(
      expect.objectContaining({
        code: 'bad_setting',
        details: { found: JSON.stringify(value), expected },
      }),
    );
  });

  it('of a file may hold keys that no request depends on, those of the command line may not', () => {
    expect(checkSettings({ model: 'stone', tui: { theme: 'dark' } }, file)).toEqual({
      model: 'stone',
    });
    expect(() => checkSettings({ tui: {} }, given)).toThrow('--set: no request depends on tui');
  });

  it('are merged table by table', () => {
    expect(
      mergeSettings({ a: { x: 1, y: 2 }, b: 3, c: { z: 1 } }, { a: { y: 4 }, b: { q: 5 }, c: 6 }),
    ).toEqual({ a: { x: 1, y: 4 }, b: { q: 5 }, c: 6 });
  });

  it('tell a feature by its flag or by its table', () => {
    const settings = new Settings({
      features: { one: true, two: false, three: { limit: 1 }, four: { enabled: false } },
    });
    expect(['one', 'two', 'three', 'four', 'five'].map((name) => settings.feature(name))).toEqual([
      true,
      false,
      true,
      false,
      undefined,
    ]);
    expect(settings.featureTable('three')).toEqual({ limit: 1 });
  });

  it('tell what they speak of', () => {
    expect([...new Settings({ personality: 'none' }).targets()]).toEqual([
      'base_instructions',
      'personality',
    ]);
    expect([...new Settings({ features: { deferred_executor: true } }).targets()]).toEqual([
      'environments_instructions',
    ]);
  });
});
