#!/usr/bin/env node
// Writes dist/promptmill.1 from the tables of the command line.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toolVersion } from '../dist/batch/tool-version.js';
import { manPage } from '../dist/cli/man-page.js';

writeFileSync(
  fileURLToPath(new URL('../dist/promptmill.1', import.meta.url)),
  manPage(toolVersion()),
);
