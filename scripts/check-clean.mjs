#!/usr/bin/env node
// Checks that no tracked file names a package registry's host or a path of the machine it was made on.

import { fileURLToPath } from 'node:url';
import { readTrackedTexts } from './tracked-files.mjs';

const REPO = fileURLToPath(new URL('..', import.meta.url));

/** Spelled in pieces, so that this file is clean by its own measure. */
const host = (...labels) => labels.join(String.raw`\.`);
const folder = (...names) => `/${names.join('/')}/`;

/** People who live in examples and tests only. */
const FICTIONAL_HOMES = ['dev', 'user', 'me', 'alice', 'bob', 'miller', 'USER', 'NAME', 'you'];
const anyHome = (base) => `(?<![\\w.-])/${base}/(?!(?:${FICTIONAL_HOMES.join('|')})\\b)[\\w.-]+`;

const RULES = [
  {
    what: 'a registry host',
    pattern: new RegExp(
      [
        `${host('registry', '[a-z0-9-]+', '(?:org|com|net|io|dev|cn)')}\\b`,
        host('npm', 'pkg', 'github', 'com'),
        host('registry', 'yarnpkg', 'com'),
        `(?<![\\w-])${host('pypi', 'org')}`,
        host('pythonhosted', 'org'),
        host('(?:static|index)', 'crates', 'io'),
        host('proxy', 'golang', 'org'),
        host('repo1?', 'maven', '(?:apache\\.)?org'),
        host('deb', 'debian', 'org'),
      ].join('|'),
      'gi',
    ),
  },
  {
    what: 'a path of the machine',
    pattern: new RegExp(
      [
        // Only what lies in a superuser's home: `/root/NAME` is also how sub-agents are addressed.
        `(?<![\\w.-])${folder('root')}(?:\\.|(?:bin|go|src|work|snap|node_modules)\\b)`,
        `(?<![\\w.-])/work/(?:main|shared|\\.library)\\b`,
        anyHome('home'),
        anyHome('Users'),
        `(?<![\\w.-])/tmp/[\\w.-]*(?:jobs|session)`,
      ].join('|'),
      'g',
    ),
  },
  {
    what: 'a resolved address in the lockfile',
    only: /(^|\/)(package-lock|npm-shrinkwrap)\.json$/,
    pattern: /"resolved"\s*:/g,
  },
];

/**
 * @param {readonly { path: string, text: string }[]} files
 * @returns {string[]} one line for each find
 */
export function findUnclean(files) {
  return files.flatMap((file) => RULES.flatMap((rule) => applyRule(rule, file)));
}

function applyRule({ what, pattern, only }, { path, text }) {
  if (only !== undefined && !only.test(path)) return [];
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${path}:${line}: ${what}: ${found}`;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readTrackedTexts(REPO);
  const finds = files.length === 0 ? ['no tracked file was seen'] : findUnclean(files);
  for (const find of finds) console.error(find);
  console.log(`clean: ${files.length} files, ${finds.length} finds`);
  process.exitCode = finds.length === 0 ? 0 : 1;
}
