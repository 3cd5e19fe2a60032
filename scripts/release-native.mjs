#!/usr/bin/env node
// Lays out the addons of all platforms for release, the napi-rs way: a package each, named in optionalDependencies.
//
//   release-native.mjs ARTIFACTS            the .node files that the machines of a release built, in one folder
//   release-native.mjs ARTIFACTS --publish  publishes the packages too, before `npm publish` of promptmill itself
//
// Without an addon for a platform its package is left out, and said so: there the WebAssembly kernel does the work.

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPO = fileURLToPath(new URL('..', import.meta.url));
const NAPI = join(REPO, 'node_modules', '@napi-rs', 'cli', 'dist', 'cli.js');
const PACKAGES = join('native', 'node', 'npm');
const MANIFEST = join(REPO, 'package.json');

const [artifacts, ...flags] = process.argv.slice(2);
if (artifacts === undefined || !existsSync(artifacts)) {
  console.error('release: give the folder with the .node files that were built');
  process.exitCode = 2;
} else {
  rmSync(join(REPO, PACKAGES), { recursive: true, force: true });
  napi('create-npm-dirs', '--npm-dir', PACKAGES);
  const names = fillPackages(resolve(artifacts));
  nameInManifest(names);
  if (flags.includes('--publish')) for (const name of names) publish(name);
}

/**
 * `napi artifacts` would do this too, but not without all of them.
 * @returns the platforms that there is an addon for
 */
function fillPackages(from) {
  return readdirSync(join(REPO, PACKAGES)).flatMap((platform) => {
    const folder = join(REPO, PACKAGES, platform);
    const addon = `promptmill.${platform}.node`;
    if (existsSync(join(from, addon))) {
      copyFileSync(join(from, addon), join(folder, addon));
      return [platform];
    }
    rmSync(folder, { recursive: true });
    console.log(`release: no addon for ${platform}`);
    return [];
  });
}

/** In the manifest of a release only: in the repository, `npm ci` would look for packages that are not there yet. */
function nameInManifest(platforms) {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  manifest.optionalDependencies = Object.fromEntries(
    platforms.map((platform) => [`${manifest.name}-${platform}`, manifest.version]),
  );
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, undefined, 2)}\n`);
  console.log(`release: ${platforms.length} packages: ${platforms.join(', ')}`);
}

function publish(platform) {
  run('npm', ['publish'], join(REPO, PACKAGES, platform));
}

function napi(...args) {
  run(process.execPath, [NAPI, ...args], REPO);
}

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
}
