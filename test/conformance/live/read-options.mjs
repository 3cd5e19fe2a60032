// The command line of the runner.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { RELEASES } from './releases.mjs';

const VERSIONS = RELEASES.map(({ version }) => version);
const VARIABLES = RELEASES.map(({ binaryVariable }) => binaryVariable);

export const USAGE = `Usage: node test/conformance/live/run.mjs [options]

Drives fresh sessions of the real Codex against a mock on loopback, with tracing on, and lets
promptmill verify compare every request that it renders with the one that was sent.

  --only NAME      only scenarios and matrices whose name begins with NAME; may be repeated
  --sessions-only  no matrices: texts and rules, compared case by case with the binary's answers
  --version V      only this release: ${VERSIONS.join(' or ')}
  --out DIR        where the recordings go, and stay
  --keep           keep the recordings; without --out and --keep they go when all are equal
  --jobs N         scenarios at a time (default: one a core)
  --record-only    record, and verify nothing
  --list           print the scenarios and matrices
  --help

Environment: ${VARIABLES.join(' and ')} name the binaries. Without
them they are installed from npm into PROMPTMILL_REF_DIR, or into the temporary directory.`;

/**
 * @typedef {object} Options
 * @property {readonly string[]} only
 * @property {readonly string[]} versions
 * @property {string | undefined} out
 * @property {boolean} keep
 * @property {number} jobs
 * @property {boolean} recordOnly
 * @property {boolean} list
 * @property {boolean} sessionsOnly
 * @property {boolean} help
 */

/** @returns {Options | { wrong: string }} */
export function readOptions() {
  try {
    return parseOptions();
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}

/** @returns {Options} */
function parseOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      version: { type: 'string' },
      out: { type: 'string' },
      keep: { type: 'boolean', default: false },
      jobs: { type: 'string', default: String(availableParallelism()) },
      'record-only': { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      'sessions-only': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const {
    version,
    jobs,
    'record-only': recordOnly,
    'sessions-only': sessionsOnly,
    ...rest
  } = values;
  if (version !== undefined && !VERSIONS.includes(version)) {
    throw new Error(`--version ${version}: expected ${VERSIONS.join(' or ')}`);
  }
  if (!/^[1-9]\d*$/.test(jobs)) throw new Error(`--jobs ${jobs}: expected a whole number from 1`);
  return {
    ...rest,
    out: values.out,
    versions: version === undefined ? VERSIONS : [version],
    jobs: Number(jobs),
    recordOnly,
    sessionsOnly,
  };
}
