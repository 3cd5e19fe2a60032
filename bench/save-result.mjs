// Keeps what a bench has shown: the record and its table, named for the day, the machine and the bench.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { machineSlug } from './machine-facts.mjs';

const results = fileURLToPath(new URL('results', import.meta.url));

/**
 * A later run of the same day and machine replaces an earlier one.
 * @template {{ readonly date: string, readonly machine: import('./machine-facts.mjs').MachineFacts }} Result
 * @param {string} name
 * @param {Result} result
 * @param {(result: Result) => string} table
 * @returns {string} the path, but for its ending
 */
export function saveResult(name, result, table) {
  mkdirSync(results, { recursive: true });
  const stem = join(results, resultName(name, result));
  writeFileSync(`${stem}.json`, `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(`${stem}.md`, table(result));
  return stem;
}

/** @param {string} name @param {{ readonly date: string, readonly machine: import('./machine-facts.mjs').MachineFacts }} result */
export function resultName(name, { date, machine }) {
  return `${date}-${machineSlug(machine)}-${name.replaceAll('/', '-')}`;
}

/** The day of a result, in UTC. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}
