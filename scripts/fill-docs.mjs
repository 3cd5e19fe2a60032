#!/usr/bin/env node
// Runs the commands of pages and puts what they print below them. Blocks that hold a `…` are left as they are.
//
//   fill-docs.mjs PAGE…      docs/cookbook.md when no page is named

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  makeCheckout,
  readBlocks,
  readCommands,
  removeCheckout,
  runCommands,
} from './console-blocks.mjs';

const COOKBOOK = fileURLToPath(new URL('../docs/cookbook.md', import.meta.url));

const pages = process.argv.slice(2);
for (const path of pages.length === 0 ? [COOKBOOK] : pages) {
  writeFileSync(path, fillPage(readFileSync(path, 'utf8')));
}

/** @param {string} page @returns {string} */
function fillPage(page) {
  const checkout = makeCheckout();
  try {
    const blocks = readBlocks(page, 'console');
    const shown = blocks.map((block) => fillBlock(block, checkout));
    const lines = page.split('\n');
    // From the end, so that the lines of the blocks before stay where they are.
    for (const [index, { line, rows }] of [...blocks.entries()].toReversed()) {
      lines.splice(line, rows.length, ...(shown[index] ?? []));
    }
    return lines.join('\n');
  } finally {
    removeCheckout(checkout);
  }
}

/** @param {import('./console-blocks.mjs').Block} block @param {string} checkout @returns {readonly string[]} */
function fillBlock(block, checkout) {
  if (block.rows.some((row) => row.includes('…'))) return block.rows;
  const commands = readCommands(block);
  const printed = runCommands(commands, checkout);
  return commands.flatMap(({ line }, index) => {
    const typed = `$ ${line.replaceAll('\n', '\n> ')}`;
    const shown = printed[index]?.trimEnd() ?? '';
    return (shown === '' ? typed : `${typed}\n${shown}`).split('\n');
  });
}
