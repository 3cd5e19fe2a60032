// Scripts of sessions that fill one file; each yields its thread whenever what it wrote may be taken.

import {
  abortedTurn,
  beginTurn,
  callId,
  compactionTurn,
  finalAnswer,
  goalTurn,
  imageTurn,
  patchRound,
  plainTurn,
  runCommands,
  someWords,
  think,
  turnAfterCompaction,
  turnWithCompaction,
  viewRound,
  workTurn,
} from './activities.mjs';
import { pngDataUrl } from './images.mjs';
import { shellCommand } from './text-pools.mjs';

/** @typedef {import('./shapes.mjs').Stage} Stage */
/** @typedef {import('./activities.mjs').Writer} Writer */

/** Live tokens at which a session compacts by itself. */
const compactAtTokens = 230_000;

/** @param {Stage} stage */
export function* plain(stage) {
  const writer = open(stage);
  plainTurn(writer);
  yield* until(stage, writer, () => plainTurn(writer));
}

/** Every way of calling a tool once, then work. @param {Stage} stage */
export function* toolTour(stage) {
  const writer = open(stage);
  beginTurn(writer);
  writer.userMessage(someWords(writer, 'order'));
  runCommands(writer, [
    command(writer, { bytes: 300 }),
    command(writer, { bytes: 200, failed: true }),
  ]);
  runCommands(writer, [command(writer, { bytes: 52_000 })]);
  patchRound(writer, { success: true });
  patchRound(writer, { success: false });
  strangeCalls(writer);
  finalAnswer(writer);
  yield* until(stage, writer, () => workTurn(writer, writer.random.between(1, 6)));
}

/** @param {{ maxBytes: number, compactEvery?: number }} how */
export function images({ maxBytes, compactEvery }) {
  return function* (/** @type {Stage} */ stage) {
    const writer = open(stage);
    const largest = Math.min(maxBytes, Math.max(stage.targetBytes / 6, 300));
    beginTurn(writer);
    const path = `${writer.settings.cwd}/shots/first.png`;
    const picture = () => pngDataUrl(writer.random, largest);
    writer.userMessage(someWords(writer, 'order'), {
      images: [picture()],
      localImage: { path, url: picture() },
    });
    viewRound(writer, { path, url: picture() });
    finalAnswer(writer);
    let turns = 1;
    yield* until(stage, writer, () => {
      if (compactEvery !== undefined && turns % compactEvery === 0) compactionTurn(writer);
      imageTurn(writer, { maxBytes: largest, pastes: compactEvery !== undefined });
      turns++;
    });
  };
}

/** @param {Stage} stage */
export function* reasoningOnly(stage) {
  const writer = open(stage);
  const turn = () => {
    beginTurn(writer);
    writer.userMessage(someWords(writer, 'order'));
    writer.beginResponse();
    for (let thoughts = writer.random.between(1, 4); thoughts > 0; thoughts--) think(writer);
    writer.endResponse();
    finalAnswer(writer);
  };
  turn();
  yield* until(stage, writer, turn);
}

/** What most sessions are: long turns of commands, with everything else now and then. @param {Stage} stage */
export function* work(stage) {
  const writer = open(stage);
  workTurn(writer, writer.random.between(1, 4));
  yield* until(stage, writer, () => workStep(stage, writer));
}

/** @param {Stage} stage @param {Writer} writer */
function workStep({ release, targetBytes }, writer) {
  const { random } = writer;
  const lot = random.below(100);
  const maxBytes = Math.min(targetBytes / 4, 700_000);
  if (writer.liveTokens > compactAtTokens) turnAfterCompaction(writer);
  else if (lot < 4) abortedTurn(writer);
  else if (lot < 8 && release !== '0.47') imageTurn(writer, { maxBytes });
  else if (lot < 11 && release !== '0.47') switchModel(writer);
  else if (lot < 14 && release === '0.145') writer.rollBack(random.between(1, 2));
  // Clients of 2026 repeat the session's meta record whenever they pick it up again.
  else if (lot < 24 && release === '0.145') writer.open();
  else workTurn(writer, random.between(2, 12));
}

/** @param {{ provider: 'openai' | 'mill', midTurn?: boolean }} how */
export function compactions({ provider, midTurn = false }) {
  return function* (/** @type {Stage} */ stage) {
    const writer = open(stage, { provider });
    const compacting = midTurn ? turnWithCompaction : turnAfterCompaction;
    workTurn(writer, 2);
    plainTurn(writer);
    if (midTurn) turnWithCompaction(writer);
    else compactionTurn(writer);
    workTurn(writer, 1);
    yield writer;
    const partBytes = Math.max(stage.targetBytes / 8, 2_000);
    let last = writer.bytes;
    yield* until(stage, writer, () => {
      if (writer.bytes - last > partBytes) {
        compacting(writer);
        last = writer.bytes;
      } else {
        workTurn(writer, writer.random.between(1, 8));
      }
    });
  };
}

/** Turns taken back: so many after every few turns, in the order given and over again. @param {readonly number[]} counts */
export function rollbacks(counts) {
  return function* (/** @type {Stage} */ stage) {
    const writer = open(stage);
    let next = 0;
    const step = () => {
      for (let turns = 0; turns < 3; turns++) workTurn(writer, writer.random.between(0, 2));
      writer.rollBack(counts[next++ % counts.length]);
      plainTurn(writer);
    };
    step();
    yield* until(stage, writer, step);
  };
}

/** @param {Stage} stage */
export function* goal(stage) {
  const writer = open(stage);
  plainTurn(writer);
  const objective = 'Keep the dust <below> "five" & the sacks dry';
  const step = () => {
    writer.event(goalUpdate(writer, objective));
    goalTurn(writer, { objective, used: writer.total.output });
    goalTurn(writer, { objective, used: writer.total.output });
    plainTurn(writer);
  };
  step();
  yield* until(stage, writer, step);
}

/** @param {Writer} writer @param {string} objective */
function goalUpdate(writer, objective) {
  const now = Math.floor(writer.nowMs / 1000);
  return {
    type: 'thread_goal_updated',
    threadId: writer.id,
    goal: {
      threadId: writer.id,
      objective,
      status: 'active',
      tokensUsed: 0,
      timeUsedSeconds: 0,
      createdAt: now,
      updatedAt: now,
    },
  };
}

/** @param {Stage} stage */
export function* aborted(stage) {
  const writer = open(stage);
  const step = () => {
    workTurn(writer, 1);
    abortedTurn(writer);
    abortedTurn(writer);
    plainTurn(writer);
  };
  step();
  yield* until(stage, writer, step);
}

/** @param {Stage} stage */
export function* switches(stage) {
  const writer = open(stage);
  const step = () => {
    plainTurn(writer);
    switchModel(writer);
    // Release 0.171 knows no personality any more.
    if (stage.release === '0.145') writer.changeSettings({ personality: 'friendly' });
    plainTurn(writer);
    if (stage.release === '0.145') writer.changeSettings({ cwd: `${writer.settings.cwd}/yard` });
    plainTurn(writer);
  };
  step();
  yield* until(stage, writer, step);
}

/** @param {Writer} writer */
function switchModel(writer) {
  const { model } = writer.settings;
  if (writer.lite) return;
  writer.changeSettings({ model: model === 'gpt-5.2' ? 'gpt-5.5' : 'gpt-5.2' });
}

/** A tool nobody knows, arguments nobody can parse, a call that stays without an answer. @param {Writer} writer */
function strangeCalls(writer) {
  const ids = [callId(writer), callId(writer), callId(writer)];
  writer.beginResponse();
  writer.call({ name: 'no_such_tool', args: { sacks: 1 }, callId: ids[0] });
  writer.call({ name: 'exec_command', args: 'not json', callId: ids[1] });
  writer.call({ name: 'exec_command', args: { cmd: 'sleep 9999' }, callId: ids[2] });
  writer.endResponse();
  writer.output({ callId: ids[0], output: 'no tool of that name: no_such_tool' });
  writer.output({ callId: ids[1], output: 'arguments are not JSON' });
  writer.tokenCount();
}

/** @param {Writer} writer @param {{ bytes: number, failed?: boolean }} result */
function command(writer, { bytes, failed = false }) {
  return { callId: callId(writer), command: shellCommand(writer.random), bytes, failed };
}

/** @param {Stage} stage @param {object} [options] @returns {Writer} */
export function open(stage, options) {
  const writer = stage.thread(options);
  writer.open();
  return writer;
}

/** Repeats a step until the file is long enough. @param {Stage} stage @param {Writer} writer @param {() => void} step */
export function* until(stage, writer, step) {
  yield writer;
  while (writer.bytes < stage.targetBytes) {
    step();
    yield writer;
  }
}
