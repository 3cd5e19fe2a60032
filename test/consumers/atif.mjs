// ATIF: every trajectory is read by the models of the package that follows the format.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportDemo, python } from './install.mjs';

const READ = `
import json, sys
from atif import Trajectory
steps = 0
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        steps += len(Trajectory.model_validate(json.load(file)).steps)
print(f"{len(sys.argv) - 1} trajectories, {steps} steps")
`;

const ABOUT = new Set(['manifest.json', 'losses.json']);

/** @type {import('./run.mjs').Consumer} */
export const consumer = {
  name: 'atif',
  run(work) {
    const run = python(work, ['atif~=1.7.0']);
    const out = exportDemo(work, 'atif');
    const files = readdirSync(out).filter((file) => file.endsWith('.json') && !ABOUT.has(file));
    const script = join(work, 'read.py');
    writeFileSync(script, READ);
    return run([script, ...files.map((file) => join(out, file))]).trim();
  },
};
