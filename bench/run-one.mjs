// Runs one bench and prints what it showed as JSON; a process by itself, so that no bench inherits optimised code.
//
//   node --expose-gc bench/run-one.mjs kernels/scan '{"rounds":9,"roundMs":20,"warmMs":300}'

import { benches } from './benches.mjs';
import { compare } from './compare.mjs';

const [name, effort] = process.argv.slice(2);
if (!benches.includes(name)) throw new Error(`no bench ${name}`);
/** @type {import('./benches.mjs').BenchModule} */
const bench = await import(new URL(`${name}.mjs`, import.meta.url).href);
/** @type {import('./compare.mjs').Effort} */
const setup = JSON.parse(effort);

const done = [];
for await (const comparison of bench.comparisons()) {
  console.error(`${name}: ${comparison.input}`);
  done.push(compare(comparison, setup));
}
process.stdout.write(JSON.stringify({ about: bench.about, comparisons: done }));
