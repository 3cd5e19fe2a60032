// Compares several ways to do one thing: in one process, every way warmed up, then round after round, all ways in each.

import { Bench } from 'tinybench';

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {() => number} run       does it once; the number must depend on the work, so that it can't be left out
 * @property {() => void} [prepare]   before each call, not measured
 */

/**
 * @typedef {object} Comparison
 * @property {string} input
 * @property {number} bytes                    what rates refer to
 * @property {readonly Way[]} ways
 * @property {readonly string[]} references    ways that the others are held against
 * @property {readonly string[]} [equal]       ways that must come to the same number
 */

/**
 * @typedef {object} Effort
 * @property {number} rounds
 * @property {number} roundMs   least time of one way in one round
 * @property {number} warmMs    least time of one way before the first round
 */

/** What one way showed: milliseconds a call, one value a round. @typedef {{ name: string, ms: number[] }} WayResult */
/** @typedef {Pick<Comparison, 'input' | 'bytes' | 'references'> & { ways: WayResult[] }} ComparisonResult */

/**
 * @param {Comparison} comparison
 * @param {Effort} effort
 * @returns {ComparisonResult}
 * @throws {Error} when ways that should come to the same do not: then they must not be compared
 */
export function compare(comparison, effort) {
  const { input, bytes, ways, references } = comparison;
  checkWays(comparison);
  const tasks = tasksOf(ways, effort);
  for (const task of tasks) task.warmupSync();
  const results = ways.map(({ name }) => ({ name, ms: /** @type {number[]} */ ([]) }));
  for (let round = 0; round < effort.rounds; round++) {
    for (const index of turnOrder(tasks.length, round)) {
      results[index].ms.push(measureOnce(tasks[index]));
    }
  }
  return { input, bytes, references, ways: results };
}

/**
 * Does everything once, unmeasured.
 * @param {Comparison} comparison
 * @throws {Error} when ways that should come to the same do not
 */
export function checkWays({ ways, equal = [] }) {
  const found = ways.map(({ name, run, prepare }) => {
    prepare?.();
    return { name, value: run() };
  });
  const same = found.filter(({ name }) => equal.includes(name));
  if (new Set(same.map(({ value }) => value)).size < 2) return;
  const told = same.map(({ name, value }) => `${name}: ${value}`);
  throw new Error(`these should come to the same: ${told.join(', ')}`);
}

/** Who begins moves on with the round, so that nobody always comes after the same one. @param {number} count @param {number} round */
export function turnOrder(count, round) {
  return Array.from({ length: count }, (_, turn) => (turn + round) % count);
}

/** What the ways came to, where no optimiser may leave it out. */
let total = 0;

/** @param {readonly Way[]} ways @param {Effort} effort */
function tasksOf(ways, { roundMs, warmMs }) {
  const options = { time: roundMs, iterations: 1, warmupTime: warmMs, warmupIterations: 3 };
  const bench = new Bench({ ...options, throws: true });
  for (const { name, run, prepare } of ways) {
    const task = () => {
      total += run();
    };
    bench.add(name, task, {
      async: false,
      ...(prepare === undefined ? {} : { beforeEach: () => prepare() }),
    });
  }
  return bench.tasks;
}

/** @param {import('tinybench').Task} task */
function measureOnce(task) {
  // What the way before left behind is not this one's to clear away. Only there with --expose-gc.
  globalThis.gc?.();
  task.reset(false);
  const { result } = task.runSync();
  if (result.state !== 'completed') throw new Error(`${task.name} was not measured: ${total}`);
  return result.latency.p50;
}
