// The programs of the targets: promptmill, and the plain ways that it is measured by.

import { fileURLToPath } from 'node:url';

/** @typedef {{ readonly command: string, readonly args: readonly string[] }} Program */

const cli = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/**
 * @param {string} input
 * @param {{ output: string, workers?: number, at?: 'last' | 'all' }} job
 * @returns {Program}
 */
export function promptmill(input, { output, workers = 1, at = 'last' }) {
  const flags = ['--at', at, '--out', output, '--workers', String(workers), '--quiet', '--force'];
  return node(cli, 'render', input, ...flags);
}

/** The first line of one small session, on standard output. @param {string} file @returns {Program} */
export function firstByte(file) {
  return node(cli, 'render', file, '--at', 'last', '--quiet');
}

/** Node that does nothing. @returns {Program} */
export function emptyNode() {
  return node('-e', '0');
}

/** @param {string} folder @param {string} output @returns {Program} */
export function copy(folder, output) {
  return node(peer('copy.mjs'), folder, output);
}

/** @param {string} folder @param {string} output @returns {Program} */
export function straightforward(folder, output) {
  return node(peer('straightforward.mjs'), 'last', folder, output);
}

/** @param {string} file @returns {Program} */
export function countLines(file) {
  return { command: 'wc', args: ['-l', file] };
}

/** Writes as many bytes as a file has, from one buffer. @param {number} bytes @param {string} output @returns {Program} */
export function writeBytes(bytes, output) {
  return node(fileURLToPath(new URL('write-bytes.mjs', import.meta.url)), String(bytes), output);
}

/** @param {...string} args @returns {Program} */
function node(...args) {
  return { command: process.execPath, args };
}

/** @param {string} name */
function peer(name) {
  return fileURLToPath(new URL(`../corpus/peers/${name}`, import.meta.url));
}
