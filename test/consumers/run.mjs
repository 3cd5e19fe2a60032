#!/usr/bin/env node
// Hands exports of the demo sessions to the programs they are made for, and says which ran.
//
//   node test/consumers/run.mjs [name…]        all of them, or those named; needs dist/ and a way to install packages
//
// Each program is installed into a folder of its own under the temporary folder, once: a second run finds it there.
// It is no part of `npm test`. A program that cannot be installed is told of and is no failure; one that refuses an
// export is.

import { mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { NotInstalled } from './install.mjs';

/**
 * @typedef {object} Consumer
 * @property {string} name
 * @property {(work: string) => string | Promise<string>} run runs it in an empty folder of its own; what it says is
 *   printed. Throws `NotInstalled` when it is not to be had, anything else when it refuses what it was given
 */

const folder = fileURLToPath(new URL('.', import.meta.url));
const work = join(tmpdir(), 'promptmill-consumers');
const asked = process.argv.slice(2);
const consumers = await listConsumers();
const unknown = asked.filter((name) => !consumers.some((consumer) => consumer.name === name));
for (const name of unknown) console.error(`no consumer ${name}`);
let refused = unknown.length;
for (const consumer of consumers) {
  if (asked.length === 0 || asked.includes(consumer.name)) refused += await runOne(consumer);
}
process.exitCode = refused === 0 ? 0 : 1;

/** @returns {Promise<Consumer[]>} the consumers of the files beside this one, each of which exports `consumer` */
async function listConsumers() {
  const own = new Set(['run.mjs', 'install.mjs']);
  const files = readdirSync(folder).filter((file) => file.endsWith('.mjs') && !own.has(file));
  const modules = files.toSorted().map((file) => import(pathToFileURL(join(folder, file)).href));
  const loaded = await Promise.all(modules);
  return loaded.map((module) => module.consumer);
}

/** @param {Consumer} consumer  @returns {Promise<number>} 1 when it refused an export */
async function runOne({ name, run }) {
  const place = join(work, name);
  mkdirSync(place, { recursive: true });
  try {
    console.log(`${name}: ran: ${await run(place)}`);
    return 0;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (error instanceof NotInstalled) {
      console.log(`${name}: not run: ${said}`);
      return 0;
    }
    console.log(`${name}: REFUSED: ${said}`);
    return 1;
  }
}
