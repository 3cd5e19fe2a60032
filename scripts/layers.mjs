#!/usr/bin/env node
// Checks that every import in src/ goes down the layers, and that the checker saw every file.
//
//   layers.mjs [root]     root holds src/; default: this repository

import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import config from '../.dependency-cruiser.mjs';
import { unitOf } from './layer-table.mjs';

const REPO = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} root
 * @returns {Promise<{ moduleCount: number, problems: string[] }>}
 */
export async function checkLayers(root) {
  const onDisk = sourceFiles(root);
  if (onDisk.length === 0) {
    return { moduleCount: 0, problems: ['src/ holds no module: nothing was checked'] };
  }

  const { modules, violations } = await cruiseSources(root);
  const seen = new Set(modules);
  const problems = [
    ...onDisk
      .filter((file) => !seen.has(file))
      .map((file) => `${file}: not seen by dependency-cruiser`),
    ...onDisk
      .filter((file) => !hasLayer(file))
      .map((file) => `${file}: in no layer (scripts/layer-table.mjs)`),
    ...violations,
  ];
  return { moduleCount: seen.size, problems: problems.toSorted() };
}

async function cruiseSources(root) {
  const { options, forbidden } = config;
  const tsConfig = extractTSConfig(join(REPO, options.tsConfig.fileName));
  const cruiseOptions = { ...options, baseDir: root, validate: true, ruleSet: { forbidden } };
  const { output } = await cruise(['src'], cruiseOptions, {}, { tsConfig });
  const modules = output.modules
    .map((module) => module.source)
    .filter((path) => path.startsWith('src/'));
  return { modules, violations: output.summary.violations.map(describe) };
}

function describe({ from, to, rule }) {
  const { comment = '' } = config.forbidden.find(({ name }) => name === rule.name) ?? {};
  return `${from} -> ${to}: ${rule.name} (${comment})`;
}

function hasLayer(file) {
  return unitOf(file.slice('src/'.length)) !== undefined;
}

function sourceFiles(root) {
  const src = join(root, 'src');
  if (!existsSync(src)) return [];
  return readdirSync(src, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.[cm]?ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { moduleCount, problems } = await checkLayers(process.argv[2] ?? REPO);
  for (const problem of problems) console.error(problem);
  console.log(`layers: ${moduleCount} modules, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
