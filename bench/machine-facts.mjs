// What a result has to be read with: the machine, the system and the Node it was measured on. Nothing that names the machine.

import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

/**
 * @typedef {object} MachineFacts
 * @property {string} system
 * @property {string} processor
 * @property {number} processors      that this program may use
 * @property {number} memoryBytes
 * @property {string} node
 * @property {string} v8
 * @property {number} loadAtStart     processes that wanted to run in the last minute: above 0, others were at work
 */

/** @returns {MachineFacts} */
export function machineFacts() {
  return {
    system: `${platform()} ${release()} ${process.arch}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    processors: availableParallelism(),
    memoryBytes: totalmem(),
    node: process.version,
    v8: process.versions.v8,
    loadAtStart: loadavg()[0] ?? 0,
  };
}

/** A short name for files: results of like machines lie side by side. @param {MachineFacts} facts */
export function machineSlug({ processor, processors, node }) {
  const words = processor.replace(/\((r|tm)\)/gi, '').replace(/@.*|\bcpu\b|\bprocessor\b/gi, '');
  const name =
    words
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.slice(0, 4)
      .join('-') ?? 'unknown';
  return `${process.platform}-${process.arch}-${name}-${processors}x-node${node.slice(1).split('.')[0]}`;
}

/** One line for the head of a table. @param {MachineFacts} facts */
export function machineLine(facts) {
  const memory = `${Math.round(facts.memoryBytes / 2 ** 30)} GiB`;
  const load = facts.loadAtStart.toFixed(1);
  return `${facts.processor}, ${facts.processors} processors, ${memory}, ${facts.system}, Node ${facts.node}, load ${load}`;
}
