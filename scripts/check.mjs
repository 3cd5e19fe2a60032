#!/usr/bin/env node
// Runs every gate in order, one line for each, and shows the output of those that fail.
//
//   check.mjs            all gates
//   check.mjs --fast     without tests and conformance
//   check.mjs NAME…      only the named gates

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const REPO = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => `node_modules/.bin/${name}`;

/** In the order in which a failure is cheapest to learn of. */
const GATES = [
  { name: 'format', command: [bin('oxfmt'), '--list-different'] },
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings'] },
  { name: 'clean', command: ['node', 'scripts/check-clean.mjs'] },
  { name: 'prose', command: ['node', 'scripts/check-prose.mjs'] },
  { name: 'build', command: ['node', 'scripts/build.mjs'] },
  { name: 'wasm', command: ['node', 'scripts/build-wasm.mjs', '--check'] },
  { name: 'types', command: [bin('tsc'), '-p', 'tsconfig.tools.json'] },
  { name: 'browser', command: [bin('tsc'), '-p', 'test/browser'] },
  { name: 'layers', command: ['node', 'scripts/layers.mjs'] },
  { name: 'unused', command: [bin('knip'), '--no-config-hints'] },
  { name: 'api', command: ['node', 'scripts/api-report.mjs', '--check'] },
  { name: 'package', command: ['node', 'scripts/check-package.mjs'] },
  { name: 'test', command: ['npm', 'test', '--silent'], slow: true },
  { name: 'conformance', command: ['npm', 'run', 'conformance', '--silent'], slow: true },
];

const gates = chooseGates(process.argv.slice(2));
const failed = [];
for (const gate of gates) {
  const { ok, seconds, output } = await run(gate.command);
  console.log(
    `${ok ? 'ok  ' : 'FAIL'}  ${gate.name.padEnd(11)} ${seconds.padStart(6)} s  ${lastLine(output)}`,
  );
  if (!ok) {
    failed.push(gate.name);
    console.log(indent(output));
  }
}
console.log(
  failed.length === 0 ? `all ${gates.length} gates hold` : `failed: ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function chooseGates(args) {
  const names = args.filter((arg) => arg !== '--fast');
  const unknown = names.filter((name) => !GATES.some((gate) => gate.name === name));
  if (unknown.length > 0) {
    console.error(
      `check: no gate ${unknown.join(', ')}; there are ${GATES.map(({ name }) => name).join(', ')}`,
    );
    process.exit(2);
  }
  if (names.length > 0) return GATES.filter((gate) => names.includes(gate.name));
  return args.includes('--fast') ? GATES.filter((gate) => gate.slow !== true) : GATES;
}

async function run([command, ...args]) {
  const start = performance.now();
  const child = spawn(command === 'node' ? process.execPath : command, args, {
    cwd: REPO,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const ok = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += `${error.message}\n`;
      resolve(false);
    });
    child.once('close', (code) => {
      resolve(code === 0);
    });
  });
  return { ok, seconds: ((performance.now() - start) / 1000).toFixed(1), output };
}

function lastLine(output) {
  const [line = ''] = output.trimEnd().split('\n').slice(-1);
  return line.trim().slice(0, 100);
}

function indent(text) {
  return text.trimEnd().replaceAll(/^/gm, '      ');
}
