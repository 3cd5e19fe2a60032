// promptfoo: the generated configuration is run as it is, with this package installed beside it; it takes 2 GB.

import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportDemo, npm, REPO, run } from './install.mjs';

/** @type {import('./run.mjs').Consumer} */
export const consumer = {
  name: 'promptfoo',
  run(work) {
    const prefix = npm(work, ['promptfoo@0.121.20']);
    const out = exportDemo(work, 'promptfoo');
    installOurs(work, prefix);
    for (const file of readdirSync(out)) cpSync(join(out, file), join(prefix, file));
    const results = join(work, 'results.json');
    const program = join(prefix, 'node_modules', 'promptfoo', 'dist', 'src', 'entrypoint.js');
    const flags = ['--no-cache', '--no-table', '--no-progress-bar', '-o', results];
    run(process.execPath, [program, 'eval', ...flags], {
      cwd: prefix,
      env: {
        ...process.env,
        PROMPTFOO_DISABLE_TELEMETRY: '1',
        PROMPTFOO_DISABLE_UPDATE: '1',
        PROMPTFOO_CONFIG_DIR: join(work, 'config'),
        // Its log file is closed while it is still written to.
        PROMPTFOO_DISABLE_DEBUG_LOG: '1',
        PROMPTFOO_DISABLE_ERROR_LOG: '1',
      },
    });
    return compare(results, join(out, 'requests.jsonl'));
  },
};

/** @param {string} work  @param {string} prefix */
function installOurs(work, prefix) {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', work];
  /** @type {unknown} */
  const packed = JSON.parse(execFileSync('npm', args, { cwd: REPO, encoding: 'utf8' }));
  const [{ filename }] = Array.isArray(packed) ? packed : Object.values(packed ?? {});
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--loglevel=error'];
  run('npm', ['install', ...flags, '--prefix', prefix, join(work, filename)]);
}

/**
 * @param {string} results  @param {string} requests
 * @returns {string} throws where an output is not the recorded answer
 */
function compare(results, requests) {
  const told = JSON.parse(readFileSync(results, 'utf8')).results.results;
  const answers = new Map();
  for (const line of readFileSync(requests, 'utf8').trim().split('\n')) {
    const { id, answer } = JSON.parse(line);
    answers.set(id, answer);
  }
  if (told.length !== answers.size) throw new Error(`${told.length} results of ${answers.size}`);
  for (const { vars, response } of told) {
    if (response?.output !== answers.get(vars.request_id)) {
      throw new Error(`${vars.request_id}: ${JSON.stringify(response)}`);
    }
  }
  return `${told.length} tests, each output the recorded answer`;
}
