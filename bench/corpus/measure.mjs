// Runs one whole process tree and measures it: wall time, processor time, peak memory.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const sampleEveryMs = 20;
const kernelTicksPerSecond = 100;
const pageBytes = 4096;

/**
 * @typedef {object} Measurement
 * @property {number} seconds
 * @property {number | undefined} cpuSeconds     as of the last look at the processes; a moment may be missing
 * @property {number | undefined} peakRssBytes   of the whole tree at any one look, or of one process by its own record
 * @property {number | null} exitCode
 * @property {string} errorText
 */

/**
 * @param {{ command: string, args: readonly string[] }} program
 * @returns {Promise<Measurement>}
 */
export function measure({ command, args }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const tree = new TreeWatch(child.pid);
    const timer = setInterval(() => tree.look(), sampleEveryMs);
    let errorText = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (errorText += text));
    child.once('error', (error) => {
      clearInterval(timer);
      reject(error);
    });
    child.once('close', (exitCode) => {
      const seconds = (performance.now() - started) / 1000;
      clearInterval(timer);
      const { cpuSeconds, peakRssBytes } = tree;
      resolve({ seconds, cpuSeconds, peakRssBytes, exitCode, errorText: errorText.slice(-2000) });
    });
    tree.look();
  });
}

/** What /proc tells of a process and its descendants; nothing on systems without it. */
class TreeWatch {
  /** @param {number | undefined} pid */
  constructor(pid) {
    this.root = pid;
    /** @type {number | undefined} */
    this.peakRssBytes = undefined;
    /** @type {number | undefined} */
    this.cpuSeconds = undefined;
  }

  look() {
    if (this.root === undefined) return;
    let together = 0;
    let cpuSeconds = 0;
    for (const pid of withDescendants(this.root)) {
      const seen = processFacts(pid);
      if (seen === undefined) continue;
      together += seen.rssBytes;
      cpuSeconds += seen.cpuSeconds;
      this.peakRssBytes = Math.max(this.peakRssBytes ?? 0, seen.highWaterBytes);
    }
    if (together === 0) return;
    this.peakRssBytes = Math.max(this.peakRssBytes ?? 0, together);
    this.cpuSeconds = Math.max(this.cpuSeconds ?? 0, cpuSeconds);
  }
}

/** @param {number} pid @returns {number[]} */
function withDescendants(pid) {
  const children = read(`/proc/${pid}/task/${pid}/children`)?.trim() ?? '';
  const below = children === '' ? [] : children.split(' ').map(Number).flatMap(withDescendants);
  return [pid, ...below];
}

/** @param {number} pid */
function processFacts(pid) {
  const stat = read(`/proc/${pid}/stat`);
  const status = read(`/proc/${pid}/status`);
  if (stat === undefined || status === undefined) return undefined;
  // The name, in parentheses, may hold anything; what follows it is numbered from 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const highWaterKib = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
  return {
    // Its own in user and kernel mode, and that of children that ended.
    cpuSeconds:
      fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / kernelTicksPerSecond,
    rssBytes: Number(fields[21]) * pageBytes,
    highWaterBytes: highWaterKib * 1024,
  };
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
