// Compares the context that recorded turns told with what the engine tells from the same settings and baseline.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { equalJson } from '../../dist/context/equal-json.js';
import { tellContext } from '../../dist/context/tell-context.js';
import { rulesById } from '../../dist/contract/rules.js';
import { readTurns } from './context-cases.mjs';
import { fragmentsByHash, readInput, sectionWriters } from './context-input.mjs';
import { textsOf } from './context-texts.mjs';
import { RELEASES } from './place.mjs';

/**
 * `states`: turns whose world state is the recorded one too.
 * @typedef {{ equal: number, states: number, total: number, misses: { name: string, found: unknown, expected: unknown }[] }} Comparison
 */

/**
 * @param {import('./place.mjs').Release} release
 * @returns {{ resumed: Comparison, live: Comparison, skipped: number }}
 */
export function compareContext({ version, root }) {
  const { resumed, live, skipped } = readTurns(root);
  const turns = [...resumed, ...live];
  const sources = {
    rules: rulesById(version),
    texts: textsOf(turns),
    fragments: fragmentsByHash(turns),
    catalogFor: readCatalogs(version),
  };
  return { resumed: compare(resumed, sources), live: compare(live, sources), skipped };
}

/** @returns {Comparison} */
function compare(turns, { rules, texts, fragments, catalogFor }) {
  const comparison = { equal: 0, states: 0, total: turns.length, misses: [] };
  for (const turn of turns) {
    const { state, ...input } = readInput(turn, {
      catalog: catalogFor(turn.name),
      fragments,
      rules,
    });
    const change = tellContext({ ...input, texts, sections: sectionWriters(turn) });
    const found = change.messages
      .filter(({ tools }) => tools === undefined)
      .map(({ role, parts }) => ({ role, texts: parts.map(({ text }) => text) }));
    if (JSON.stringify(found) === JSON.stringify(turn.told)) comparison.equal += 1;
    else comparison.misses.push({ name: turn.name, found, expected: turn.told });
    if (equalJson(change.worldState, state)) comparison.states += 1;
  }
  return comparison;
}

/** Some newer cases had a catalog of their own; the older one's entry of a model was replaced, the newer has it whole. */
function readCatalogs(version) {
  const [older, newer, own] = [
    [RELEASES[0].root, 'catalog.json'],
    [RELEASES[1].root, 'catalog.json'],
    [RELEASES[1].root, 'catalog2.json'],
  ].map(([folder, file]) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  if (version !== '0.145') return (name) => (/^6[0-5]-/.test(name) ? own : newer);
  const whole = newer.models.find(({ slug }) => slug === 'gpt-5.2');
  const models = older.models.map((model) => (model.slug === whole.slug ? whole : model));
  return () => ({ models });
}
