// The misses that are known, with their reasons, and whether a comparison is as they say.

import { readFileSync } from 'node:fs';

/** @typedef {import('./compare-recordings.mjs').Comparison} Comparison */
/** @typedef {import('./compare-recordings.mjs').Given} Given */
/** @typedef {import('./compare-recordings.mjs').Miss} Miss */

/** @typedef {{ case: string, requests: readonly string[], reason: string, equalWith?: Given }} KnownMiss */

/** @returns {Readonly<Record<string, readonly KnownMiss[]>>} by release */
export function readKnownMisses() {
  return JSON.parse(readFileSync(new URL('known-misses.json', import.meta.url), 'utf8'));
}

/**
 * What a comparison has that the table of known misses does not, and the other way round.
 * @param {Comparison} comparison @param {readonly KnownMiss[]} known
 * @param {{ isWhole: boolean }} scope whether all cases were compared, so that a row without a miss is out of date
 * @returns {{ surprises: string[], reasons: { miss: Miss, reason: string }[] }}
 */
export function judge({ misses }, known, { isWhole }) {
  const rows = known.flatMap((row) => row.requests.map((request) => ({ ...row, request })));
  const rowOf = (/** @type {Miss} */ miss) =>
    rows.find((row) => row.case === miss.case && row.request === miss.request);
  const unlisted = misses.filter((miss) => rowOf(miss) === undefined);
  const otherwise = misses.filter((miss) => {
    const row = rowOf(miss);
    return row !== undefined && row.equalWith !== miss.equalWith;
  });
  const healed = rows.filter((row) => isWhole && !misses.some((miss) => rowOf(miss) === row));
  return {
    surprises: [
      ...unlisted.map((miss) => `${miss.case} ${miss.request} is not equal: ${miss.nearest}`),
      ...otherwise.map(
        (miss) =>
          `${miss.case} ${miss.request} should be equal with ${rowOf(miss)?.equalWith ?? 'nothing'} given, is with ${miss.equalWith ?? 'nothing'}`,
      ),
      ...healed.map((row) => `${row.case} ${row.request} is listed as a miss, but is equal`),
    ],
    reasons: misses.flatMap((miss) => {
      const row = rowOf(miss);
      return row === undefined ? [] : [{ miss, reason: row.reason }];
    }),
  };
}

/**
 * The same for the corpus, whose rows name files.
 * @param {readonly import('./corpus.mjs').CorpusFile[]} files @param {readonly KnownMiss[]} known
 * @returns {string[]}
 */
export function judgeCorpus(files, known) {
  const listed = new Set(known.map((row) => row.case));
  return files.flatMap(({ name, problem }) => {
    if (problem !== undefined && !listed.has(name)) return [`${name}: ${problem}`];
    const isHealed = problem === undefined && listed.has(name);
    return isHealed ? [`${name} is listed as a miss, but renders`] : [];
  });
}
