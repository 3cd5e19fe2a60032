// Scripts of sessions that fill several files: forks, and agents that work for one another.

import {
  beginTurn,
  callId,
  finalAnswer,
  plainTurn,
  someWords,
  toolRound,
  workTurn,
} from './activities.mjs';
import { letterHead, notificationText } from './fragments.mjs';
import { inputText } from './items.mjs';
import { open, until } from './scripts.mjs';
import { sentence } from './text-pools.mjs';

/** @typedef {import('./shapes.mjs').Stage} Stage */
/** @typedef {import('./activities.mjs').Writer} Writer */

const timestampStart = '{"timestamp":"'.length;
const timestampBytes = '2026-01-01T00:00:00.000Z'.length;

/** A fork that copies: its file holds its own meta, then the parent's lines under new times. @param {Stage} stage */
export function* copiedFork(stage) {
  const parent = open(stage);
  /** @type {Buffer[]} */
  const copied = [];
  for (const writer of parentTurns(stage, parent)) {
    copied.push(Buffer.from(parent.buffer.bytes.subarray(0, parent.buffer.length)));
    yield writer;
  }
  const child = later(stage, parent, { kinship: { forkedFromId: parent.id, agents: 'v1' } });
  child.open();
  for (const lines of copied) {
    child.buffer.appendRaw(retimed(lines, child));
    yield child;
  }
  inherit(child, parent);
  workTurn(child, 2);
  plainTurn(parent);
  yield child;
  yield parent;
}

/** A fork that points: its file names the parent and where the shared part ends. @param {Stage} stage */
export function* prefixFork(stage) {
  const parent = open(stage);
  yield* parentTurns(stage, parent);
  const base = { threadId: parent.id, endOrdinal: parent.ordinal, endOffset: parent.bytes };
  const kinship = { forkedFromId: parent.id, agents: 'v1', base };
  const child = later(stage, parent, { kinship });
  inherit(child, parent);
  child.open();
  child.changeSettings({});
  workTurn(child, 2);
  plainTurn(parent);
  yield child;
  yield parent;
}

/** A root that sends an agent out and hears back. @param {Stage} stage */
export function* agentFamily(stage) {
  const parent = open(stage, { kinship: { agents: stage.release === '0.171' ? 'v2' : undefined } });
  plainTurn(parent);
  yield* until(stage, parent, () => workTurn(parent, parent.random.between(1, 8)));
  const child = spawn(stage, parent);
  child.open();
  const answer = sentence(stage.random, 8);
  if (stage.release === '0.171') taskTurn(child);
  else plainTurn(child);
  yield child;
  if (stage.release === '0.171') reportLetter(parent, answer);
  finalAnswer(parent);
  if (stage.release === '0.145') {
    const told = notificationText(child.id, answer);
    parent.contextualUser('multi_agent.subagent_notification', told, 'auto-compact-0');
  }
  plainTurn(parent);
  yield parent;
}

/** A root's file with letters to and from an agent, sealed and open ones. @param {Stage} stage */
export function* letters(stage) {
  const writer = open(stage, { kinship: { agents: 'v2' } });
  plainTurn(writer);
  const step = () => {
    beginTurn(writer);
    writer.userMessage(someWords(writer, 'order'));
    spawnCall(writer, { agentId: writer.random.uuid7(writer.nowMs) });
    reportLetter(writer, sentence(writer.random, 9));
    sealedLetter(writer);
    toolRound(writer);
    finalAnswer(writer);
  };
  step();
  yield* until(stage, writer, step);
}

/** @param {Stage} stage @param {Writer} parent */
function* parentTurns(stage, parent) {
  plainTurn(parent);
  workTurn(parent, 1);
  yield* until(stage, parent, () => workTurn(parent, parent.random.between(1, 8)));
}

/** The turn in which the root sends an agent out; it is left open. @param {Stage} stage @param {Writer} parent */
function spawn(stage, parent) {
  beginTurn(parent);
  parent.userMessage(someWords(parent, 'order'));
  const v2 = stage.release === '0.171';
  const kinship = {
    sessionId: parent.id,
    parentId: parent.id,
    nickname: 'Wheel',
    agentPath: v2 ? '/root/worker' : undefined,
    agents: v2 ? 'v2' : 'v1',
    rootTurnId: v2 ? parent.turn.id : undefined,
    source: {
      subagent: {
        thread_spawn: {
          parent_thread_id: parent.id,
          depth: 1,
          agent_path: v2 ? '/root/worker' : null,
          agent_nickname: 'Wheel',
          agent_role: null,
        },
      },
    },
  };
  const child = later(stage, parent, { kinship });
  spawnCall(parent, { agentId: child.id });
  return child;
}

/** @param {Writer} writer @param {{ agentId: string }} agent */
function spawnCall(writer, { agentId }) {
  const v2 = writer.kinship.agents === 'v2';
  const id = callId(writer);
  const args = v2
    ? { task_name: 'worker', message: sentence(writer.random, 7) }
    : { message: sentence(writer.random, 7) };
  writer.beginResponse();
  writer.call({
    name: 'spawn_agent',
    namespace: v2 ? 'collaboration' : 'multi_agent_v1',
    args,
    callId: id,
  });
  writer.endResponse();
  if (v2) writer.agentActivity({ callId: id, agentId, path: '/root/worker', kind: 'started' });
  const told = v2 ? { task_name: '/root/worker' } : { agent_id: agentId, nickname: 'Wheel' };
  writer.output({ callId: id, output: JSON.stringify(told) });
  writer.tokenCount();
  if (v2) writer.agentAtWork({ path: '/root/worker', nickname: 'Wheel' });
}

/** An agent's first turn: a sealed letter takes the place of the user's message. @param {Writer} writer */
function taskTurn(writer) {
  beginTurn(writer);
  const names = { recipient: '/root/worker', sender: '/root' };
  writer.letter({
    author: names.sender,
    recipient: names.recipient,
    content: sealedContent(writer, letterHead({ kind: 'NEW_TASK', ...names })),
    triggerTurn: true,
  });
  finalAnswer(writer);
}

/** @param {Writer} writer @param {string} answer */
function reportLetter(writer, answer) {
  const head = letterHead({ kind: 'FINAL_ANSWER', recipient: '/root', sender: '/root/worker' });
  writer.letter({
    author: '/root/worker',
    recipient: '/root',
    content: [inputText(head + answer)],
    triggerTurn: false,
  });
}

/** @param {Writer} writer */
function sealedLetter(writer) {
  const head = letterHead({ kind: 'MESSAGE', recipient: '/root', sender: '/root/worker' });
  writer.letter({
    author: '/root/worker',
    recipient: '/root',
    content: sealedContent(writer, head),
    triggerTurn: false,
  });
}

/** @param {Writer} writer @param {string} head */
function sealedContent(writer, head) {
  return [inputText(head), { type: 'encrypted_content', encrypted_content: writer.sealed(400) }];
}

/** A thread that starts when the other has come this far. @param {Stage} stage @param {Writer} writer @param {object} options */
function later(stage, writer, options) {
  return stage.thread({ ...options, startMs: writer.nowMs, texts: writer.texts });
}

/** What a fork knows from its parent. @param {Writer} child @param {Writer} parent */
function inherit(child, parent) {
  child.settings = { ...parent.settings };
  child.contextDue = false;
  child.liveBytes = parent.liveBytes;
  child.userItems = [...parent.userItems];
  child.sequence = parent.sequence;
  child.sampled = parent.sampled;
  child.inputOrder = parent.inputOrder;
}

/** Whole lines with the writer's time in place of theirs. @param {Buffer} lines @param {Writer} writer */
function retimed(lines, writer) {
  for (let start = 0; start < lines.length;) {
    lines.write(writer.timestamp(), start + timestampStart, timestampBytes, 'latin1');
    start = lines.indexOf(0x0a, start) + 1;
  }
  return lines;
}
