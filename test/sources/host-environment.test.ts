import { describe, expect, it } from 'vitest';
import { type Host, readHostEnvironment } from '../../src/sources/host-environment.js';

/** Ten at night on New Year's Eve, wherever that is. */
const now = new Date(2025, 11, 31, 22);

const older = { utcDateWithoutZone: true };

const host: Host = {
  loginShell: () => '/bin/bash',
  isFile: (path) =>
    ['/bin/bash', '/bin/zsh', '/bin/dash', '/opt/zsh.5.8', '/bin/pwsh'].includes(path),
  commandFolders: ['/bin'],
  readLink: () => undefined,
  readText: () => undefined,
  now: () => now,
};

describe('the shell', () => {
  it.each([
    ['/bin/bash', 'bash'],
    ['/bin/zsh', 'zsh'],
    ['/opt/zsh.5.8', 'zsh'],
    ['/gone/zsh', 'zsh'],
    ['/gone/sh', 'sh'],
    ['/bin/pwsh', 'powershell'],
    ['/gone/powershell', 'powershell'],
    ['/gone/cmd', 'bash'],
    ['/bin/dash', 'bash'],
    ['/usr/bin/fish', 'bash'],
    ['', 'bash'],
    [undefined, 'bash'],
  ])('of a login shell %j is %s', (loginShell, shell) => {
    expect(readHostEnvironment(older, { ...host, loginShell: () => loginShell }).shell).toBe(shell);
  });

  it('is not told by the name of what is not there', () => {
    const bare: Host = { ...host, commandFolders: [], loginShell: () => '/gone/zsh' };
    expect(readHostEnvironment(older, bare).shell).toBe('bash');
  });
});

describe('the time zone', () => {
  it.each([
    ['/usr/share/zoneinfo/Asia/Tokyo', 'X/Y\n', 'Asia/Tokyo'],
    ['../usr/share/zoneinfo/Asia/Tokyo', 'X/Y\n', 'Asia/Tokyo'],
    ['/etc/zoneinfo/Asia/Tokyo', 'X/Y\n', 'Asia/Tokyo'],
    ['../etc/zoneinfo/Asia/Tokyo', 'X/Y\n', 'Asia/Tokyo'],
    ['/usr/share/zoneinfo/posix/Asia/Tokyo', undefined, 'posix/Asia/Tokyo'],
    ['/usr/share/zoneinfo/No/Where', undefined, 'No/Where'],
    ['/opt/zoneinfo/Asia/Tokyo', 'X/Y\n', 'X/Y'],
    [undefined, 'X/Y \n\n', 'X/Y'],
    [undefined, ' X/Y', ' X/Y'],
    [undefined, '', ''],
    ['/opt/zoneinfo/Asia/Tokyo', undefined, 'Etc/UTC'],
    [undefined, undefined, 'Etc/UTC'],
  ])('of a link to %j and a file that says %j is %j', (link, text, timezone) => {
    const machine: Host = {
      ...host,
      readLink: (path) => (path === '/etc/localtime' ? link : undefined),
      readText: (path) => (path === '/etc/timezone' ? text : undefined),
    };
    expect(readHostEnvironment(older, machine).timezone).toBe(timezone);
  });
});

describe('the date', () => {
  it('is the local one where the machine has a zone', () => {
    const machine: Host = { ...host, readText: () => 'X/Y' };
    expect(readHostEnvironment(older, machine).currentDate).toBe('2025-12-31');
  });

  it('is that of UTC where it has none, but not by newer rules', () => {
    const utc = now.toISOString().slice(0, 10);
    expect(readHostEnvironment(older, host).currentDate).toBe(utc);
    expect(readHostEnvironment({ utcDateWithoutZone: false }, host).currentDate).toBe('2025-12-31');
  });
});

it('asks this machine when no other is given', () => {
  expect(readHostEnvironment(older)).toEqual({
    shell: expect.stringMatching(/^[a-z]+$/),
    currentDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    timezone: expect.any(String),
  });
});
