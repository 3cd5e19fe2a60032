// Reads, from recorded sessions, the turns that told context: what was known before them, and what they told.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ role: string, texts: string[] }} Message
 *
 * A turn up to its turn context: the lines before it, its own, the items the model had already, and what it was told.
 * @typedef {{ name: string, before: any[], own: any[], history: any[], told: Message[] }} Turn
 */

/**
 * The turns below a folder of recordings.
 * @param {string} root
 * @returns {{ resumed: Turn[], live: Turn[], skipped: number }} `resumed`: the binary went on with a hand-made
 * rollout, and its request ends with what was told; `skipped`: turns after a rollback or review, in a fork, or whose context was told elsewhere
 */
export function readTurns(root) {
  const turns = { resumed: [], live: [], skipped: 0 };
  for (const name of readdirSync(root).toSorted()) {
    const folder = join(root, name);
    if (existsSync(join(folder, 'rollout-before.jsonl'))) {
      turns.resumed.push(...readResume(folder, name));
    } else if (existsSync(join(folder, 'request-0.json'))) {
      const { found, skipped } = readLive(folder, name);
      turns.live.push(...found);
      turns.skipped += skipped;
    }
  }
  return turns;
}

/** @returns {Turn[]} none where the resume compacts first, or sends nothing */
function readResume(folder, name) {
  const files = ['rollout.jsonl', 'request-0.json'].map((file) => join(folder, file));
  if (!files.every((file) => existsSync(file))) return [];
  const before = readFileSync(join(folder, 'rollout-before.jsonl'), 'utf8');
  const [whole = '', request = ''] = files.map((file) => readFileSync(file, 'utf8'));
  const after = readLines(whole.slice(before.length));
  const end = after.findIndex(({ type }) => type === 'turn_context') + 1;
  const own = after.slice(0, end);
  if (end === 0 || own.some(({ type }) => type === 'compacted')) return [];
  const told = messagesOf(own);
  const { input } = JSON.parse(request).body;
  const words = after.slice(end).find(({ type }) => type === 'response_item')?.payload;
  const sent = input.slice(-1 - told.length).map(toMessage);
  const expected = [...told, toMessage(words ?? {})];
  if (JSON.stringify(sent) !== JSON.stringify(expected)) return [];
  const history = input.slice(0, -1 - told.length);
  return [{ name, before: readLines(before), own, history, told }];
}

function readLive(folder, name) {
  const found = [];
  let skipped = 0;
  const rollouts = readdirSync(folder).filter((file) => /^rollout.*\.jsonl$/.test(file));
  for (const file of rollouts) {
    const lines = readLines(readFileSync(join(folder, file), 'utf8'));
    const isNewer = lines.some((line) => line.payload.root_turn_id !== undefined);
    for (const [end, { type, payload }] of lines.entries()) {
      if (type !== 'turn_context') continue;
      // A session that a newer release went on with: the turns before it are another recording's.
      if (isNewer && payload.root_turn_id === undefined) continue;
      const turn = readLiveTurn(lines, end);
      if (turn === undefined) skipped += 1;
      else found.push({ name: `${name} ${file}:${end + 1}`, ...turn });
    }
  }
  return { found, skipped };
}

/** @param {any[]} lines @param {number} end the line of the turn context */
function readLiveTurn(lines, end) {
  const start = lines.slice(0, end).findLastIndex(startsTelling) + 1;
  const metas = lines.filter(({ type }) => type === 'session_meta');
  const isForked = metas.length > 1 || metas.some(({ payload }) => payload.history_base);
  const isRolledBack = lines.slice(0, end).some(breaksTurns);
  const own = lines.slice(start, end + 1);
  // A compaction that told the context by itself leaves nothing to tell.
  const isToldElsewhere = lines[start - 1]?.type === 'compacted' && messagesOf(own).length === 0;
  if (start === 0 || isForked || isRolledBack || isToldElsewhere) return undefined;
  const before = lines.slice(0, start);
  return { before, own, history: itemsOf(before), told: messagesOf(own) };
}

/** A live session remembers across a rollback or a review what its file does not show. */
function breaksTurns({ payload: { type, item } }) {
  return (
    type === 'thread_rolled_back' ||
    type === 'exited_review_mode' ||
    item?.type === 'ExitedReviewMode'
  );
}

function startsTelling({ type, payload }) {
  return type === 'compacted' || payload.type === 'task_started';
}

/** The items since the newest compaction, and what that put in their place. */
function itemsOf(lines) {
  const at = lines.findLastIndex(({ type }) => type === 'compacted');
  const kept = at < 0 ? [] : (lines[at].payload.replacement_history ?? []);
  const later = lines.slice(at + 1).filter(({ type }) => type === 'response_item');
  return [...kept, ...later.map(({ payload }) => payload)];
}

/** Lines that are no JSON are left out, as the binary does. */
function readLines(text) {
  return text.split('\n').flatMap((line) => {
    try {
      const value = JSON.parse(line.replace(/^\uFEFF/, ''));
      return typeof value?.payload === 'object' && value.payload !== null ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** The messages among some lines, but for recorded base instructions, which are no part of the context. */
function messagesOf(lines) {
  return lines
    .filter(({ type, payload }) => type === 'response_item' && payload.type === 'message')
    .filter(({ payload }) => !isBaseMessage(payload))
    .map(({ payload }) => toMessage(payload));
}

function isBaseMessage({ internal_chat_message_metadata_passthrough: metadata }) {
  return metadata?.content_item_kinds?.[0] === 'model.base_instructions';
}

function toMessage({ role, content }) {
  return { role, texts: (content ?? []).map(({ text }) => text) };
}
