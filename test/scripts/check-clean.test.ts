import { describe, expect, it } from 'vitest';
import { findUnclean } from '../../scripts/check-clean.mjs';

/** Assembled here, so that this file passes the check that it tests. */
const dotted = (...labels: readonly string[]): string => labels.join('.');
const slashed = (...names: readonly string[]): string => `/${names.join('/')}`;

function findsIn(text: string, path = 'docs/notes.md'): string[] {
  return findUnclean([{ path, text }]);
}

describe('check-clean', () => {
  it.each([
    dotted('registry', 'npmjs', 'org'),
    dotted('registry', 'example', 'com'),
    dotted('registry', 'yarnpkg', 'com'),
    dotted('files', 'pythonhosted', 'org'),
    dotted('static', 'crates', 'io'),
    dotted('proxy', 'golang', 'org'),
    dotted('deb', 'debian', 'org'),
  ])('finds the registry host %s and says where', (host) => {
    const [find, ...others] = findsIn(`first\nsee https://${host}/x\n`);
    expect(find).toMatch(/^docs\/notes\.md:2: a registry host: /);
    expect(others).toEqual([]);
  });

  it.each([
    slashed('root', '.npm'),
    slashed('home', 'jsmith', 'src'),
    slashed('Users', 'jsmith', 'src'),
    slashed('work', 'shared', 'x'),
    slashed('work', 'main', 'x'),
  ])('finds the machine path %s', (path) => {
    expect(findsIn(`path = '${path}'`)).toHaveLength(1);
  });

  it('lets the people of examples have homes', () => {
    expect(findsIn('/home/dev/project /home/user/x /Users/alice/x')).toEqual([]);
  });

  it('lets sub-agents have addresses', () => {
    expect(findsIn(`agent_path: ${slashed('root', 'reviewer')}`)).toEqual([]);
  });

  it('does not take code or longer names for hosts and paths', () => {
    const text = 'registry.entries.map(f); registry.get(x); src/root/a; mywork/main/x; /rooted/';
    expect(findsIn(text)).toEqual([]);
  });

  it('finds resolved addresses in lockfiles only', () => {
    const text = '{ "resolved": "anything" }';
    expect(findsIn(text, 'package-lock.json')).toEqual([
      'package-lock.json:1: a resolved address in the lockfile: "resolved":',
    ]);
    expect(findsIn(text, 'test/data.json')).toEqual([]);
  });

  it('reports every find', () => {
    const host = dotted('registry', 'npmjs', 'org');
    expect(findsIn(`${host}\n${host}\n`)).toHaveLength(2);
  });
});
