// Scripts for the mock: which reply a request gets.

import { message, respond } from './replies.mjs';

/** @typedef {import('./mock-responses.mjs').Script} Script */
/** @typedef {import('./mock-responses.mjs').RecordedRequest} RecordedRequest */
/** @typedef {import('./mock-responses.mjs').Reply} Reply */

/** Numbered answers, and nothing else. @type {Script} */
export const answers = (_request, index) => respond([message(`answer ${index}`)]);

/**
 * A reply for some requests by their number; the others get a numbered answer.
 * @param {Record<number, (request: RecordedRequest) => Reply>} steps
 * @returns {Script}
 */
export function steps(steps) {
  return (request, index) => (steps[index] ?? answers)(request, index);
}

/**
 * One script for compaction requests, another for turns; each counts only its own.
 * @param {(request: RecordedRequest, index: number) => Reply} compaction
 * @param {Script} [turns]
 * @returns {Script}
 */
export function compacting(compaction, turns = answers) {
  let compactions = 0;
  let others = 0;
  return (request) =>
    isCompaction(request) ? compaction(request, compactions++) : turns(request, others++);
}

/**
 * Steps for the first thread, counted for itself; agents just answer.
 * @param {Parameters<typeof steps>[0]} list
 * @returns {Script}
 */
export function ofRoot(list) {
  const script = steps(list);
  /** @type {string | undefined} */
  let root;
  let count = 0;
  return (request) => {
    root ??= threadOf(request);
    return threadOf(request) === root
      ? script(request, count++)
      : respond([message('one two three')]);
  };
}

/** @param {RecordedRequest} request */
export function isCompaction(request) {
  return request.path.endsWith('/compact') || turnMetadata(request).request_kind === 'compaction';
}

/** @param {RecordedRequest} request @returns {string | undefined} */
function threadOf(request) {
  return request.body.client_metadata?.thread_id ?? turnMetadata(request).thread_id;
}

/** What Codex says about the turn, beside the request. @param {RecordedRequest} request @returns {Record<string, any>} */
function turnMetadata(request) {
  const text =
    request.body.client_metadata?.['x-codex-turn-metadata'] ??
    request.headers['x-codex-turn-metadata'];
  return text === undefined ? {} : JSON.parse(String(text));
}
