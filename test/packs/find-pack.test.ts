import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  dataFolder,
  findPack,
  isPackName,
  namedPacks,
  packsFolder,
} from '../../src/packs/find-pack.js';
import { temporaryFolder } from '../support/fake-corpus.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('where packs are', () => {
  it('is the data folder of the platform', () => {
    const home = homedir();
    expect(dataFolder('linux', {})).toBe(join(home, '.local', 'share'));
    expect(dataFolder('linux', { XDG_DATA_HOME: '' })).toBe(join(home, '.local', 'share'));
    expect(dataFolder('linux', { XDG_DATA_HOME: '/data' })).toBe('/data');
    expect(dataFolder('darwin', {})).toBe(join(home, 'Library', 'Application Support'));
    expect(dataFolder('win32', { LOCALAPPDATA: 'C:\\Local' })).toBe('C:\\Local');
    expect(dataFolder('win32', {})).toBe(join(home, 'AppData', 'Local'));
  });
});

describe.skipIf(process.platform === 'win32')('finding a pack', () => {
  it('goes by the name in the data folder, then by the path', () => {
    const data = temporaryFolder();
    vi.stubEnv('XDG_DATA_HOME', data);
    const named = join(packsFolder(), '1.2.3');
    const other = join(temporaryFolder(), 'mine');
    mkdirSync(named, { recursive: true });
    mkdirSync(other, { recursive: true });
    expect(findPack('1.2.3')).toEqual({ name: '1.2.3', folder: named });
    expect(findPack(other)).toEqual({ name: 'mine', folder: other });
    expect(findPack(undefined)).toEqual(findPack('builtin'));
    expect(namedPacks().map(({ name }) => name)).toEqual(['builtin', '1.2.3']);
  });

  it('names the packs there are when there is none', () => {
    vi.stubEnv('XDG_DATA_HOME', temporaryFolder());
    expect(() => findPack('9.9.9')).toThrow(
      expect.objectContaining({
        code: 'bad_pack',
        details: expect.objectContaining({
          found: 'neither a folder nor a name among builtin',
        }),
      }),
    );
  });
});

it.each([
  ['0.145.0', true],
  ['mine', true],
  ['./mine', false],
  ['a/b', false],
  ['..', false],
  ['', false],
])('takes %s for the name of a pack: %s', (text, expected) => {
  expect(isPackName(text)).toBe(expected);
});
