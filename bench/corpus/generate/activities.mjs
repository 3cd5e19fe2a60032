// What happens in a session: turns of several kinds, written through any release's writer.

import { goalText } from './fragments.mjs';
import { pngDataUrl } from './images.mjs';
import { Text } from './text.mjs';
import { filePath, poolText, sentence, shellCommand } from './text-pools.mjs';

/** A writer of any release; not every shape suits every release. @typedef {any} Writer */
/** @typedef {import('./items.mjs').Words} Words */

/** Bytes of the parts of a turn, from and to. */
const sizes = {
  real: {
    order: [60, 6_000],
    paste: [20_000, 60_000],
    answer: [200, 4_000],
    note: [60, 400],
    sealed: [900, 5_000],
    output: [100, 46_000],
    patch: [400, 8_000],
  },
  small: {
    order: [40, 120],
    paste: [200, 600],
    answer: [80, 240],
    note: [30, 80],
    sealed: [96, 192],
    output: [60, 400],
    patch: [80, 240],
  },
};

/** @param {Writer} writer @param {keyof typeof sizes['real']} part */
function sizeOf(writer, part) {
  const [low, high] = sizes[/** @type {'real' | 'small'} */ (writer.scale)][part];
  return writer.random.skewed(low, high);
}

/** What a user or a model says: mostly prose, sometimes in another script. @param {Writer} writer @param {'order' | 'answer' | 'note'} part */
export function someWords(writer, part) {
  const kind = writer.random.chance(0.15) ? 'foreign' : 'prose';
  return poolText(kind, writer.random, sizeOf(writer, part));
}

/** A turn in which nothing but words is exchanged. @param {Writer} writer */
export function plainTurn(writer) {
  beginTurn(writer);
  writer.userMessage(someWords(writer, 'order'));
  finalAnswer(writer);
}

/** A turn of some rounds of tool calls. @param {Writer} writer @param {number} rounds */
export function workTurn(writer, rounds) {
  beginTurn(writer);
  writer.userMessage(someWords(writer, 'order'));
  for (let round = 0; round < rounds; round++) toolRound(writer);
  finalAnswer(writer);
}

/** @param {Writer} writer @param {object} [how] */
export function beginTurn(writer, how) {
  writer.beginTurn(how);
  writer.describe();
}

/** The model's last response of a turn. @param {Writer} writer */
export function finalAnswer(writer) {
  const text = someWords(writer, 'answer');
  writer.beginResponse();
  if (writer.random.chance(0.7)) think(writer);
  writer.say(text, 'final_answer');
  writer.endResponse();
  writer.tokenCount();
  writer.endTurn(text);
}

/** @param {Writer} writer */
export function think(writer) {
  const { random } = writer;
  writer.reason({
    summary: random.chance(0.5) ? `**${sentence(random, 5)}**` : undefined,
    sealedBytes: sizeOf(writer, 'sealed'),
  });
}

/** A response with one to three commands or a patch, and their outputs. @param {Writer} writer */
export function toolRound(writer) {
  const { random } = writer;
  if (writer.patched !== undefined && random.chance(0.12)) {
    patchRound(writer, { success: random.chance(0.9) });
    return;
  }
  const runs = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, () => ({
    callId: callId(writer),
    command: shellCommand(random),
    bytes: sizeOf(writer, 'output'),
    failed: random.chance(0.1),
  }));
  runCommands(writer, runs);
}

/** @param {Writer} writer @param {readonly { callId: string, command: string, bytes: number, failed: boolean }[]} runs */
export function runCommands(writer, runs) {
  writer.beginResponse();
  if (writer.random.chance(0.6)) think(writer);
  if (writer.random.chance(0.5)) writer.say(someWords(writer, 'note'), 'commentary');
  for (const run of runs) writer.runCommand(run);
  writer.endResponse();
  for (const run of runs) writer.commandOutput(run);
  writer.tokenCount();
}

/** @param {Writer} writer @param {{ success: boolean }} result */
export function patchRound(writer, { success }) {
  const { random } = writer;
  const path = filePath(random);
  const content = poolText('code', random, sizeOf(writer, 'patch'));
  const id = callId(writer);
  writer.beginResponse();
  if (random.chance(0.6)) think(writer);
  const input = Text.of(`*** Begin Patch\n*** Add File: ${path}\n+`, content, '\n*** End Patch');
  writer.customCall({ name: 'apply_patch', input, callId: id });
  writer.endResponse();
  writer.patched({ callId: id, path: `${writer.settings.cwd}/${path}`, content, success });
  writer.customOutput({
    callId: id,
    output: success ? `written: ${path}\n` : `not written: ${path}\n`,
  });
  writer.tokenCount();
}

/**
 * A turn with a pasted picture, one from disk, and one that the model asks to see.
 * @param {Writer} writer
 * @param {{ maxBytes: number, pastes?: boolean }} how `pastes`: the user also pastes a log
 */
export function imageTurn(writer, { maxBytes, pastes = false }) {
  const { random } = writer;
  const picture = () => pngDataUrl(random, maxBytes);
  const path = `${writer.settings.cwd}/shots/${random.hex(4)}.png`;
  beginTurn(writer);
  const log = pastes ? poolText('log', random, sizeOf(writer, 'paste')) : '';
  writer.userMessage(Text.of(someWords(writer, 'order'), log), {
    images: random.chance(0.7) ? [picture()] : [],
    localImage: random.chance(0.5) ? { path, url: picture() } : undefined,
  });
  if (random.chance(0.5)) viewRound(writer, { path, url: picture() });
  finalAnswer(writer);
}

/** @param {Writer} writer @param {{ path: string, url: Text }} view */
export function viewRound(writer, { path, url }) {
  const id = callId(writer);
  writer.beginResponse();
  writer.call({ name: 'view_image', args: { path }, callId: id });
  writer.endResponse();
  writer.imageViewed({ callId: id, path });
  writer.output({ callId: id, output: [{ type: 'input_image', image_url: url, detail: 'high' }] });
  writer.tokenCount();
}

/** A turn that the user stops while a command runs. @param {Writer} writer */
export function abortedTurn(writer) {
  const { random } = writer;
  beginTurn(writer);
  writer.userMessage(someWords(writer, 'order'));
  if (random.chance(0.7)) {
    const run = { callId: callId(writer), command: shellCommand(random), bytes: 40, failed: true };
    runCommands(writer, [run]);
  }
  writer.abortTurn();
}

/** The user asks for a compaction. @param {Writer} writer @param {{ sealedBytes?: number }} [how] */
export function compactionTurn(writer, how) {
  writer.beginTurn();
  writer.compact({ summary: someWords(writer, 'answer'), ...how });
  writer.endTurn(null);
}

/** A compaction becomes due before the user's message is taken in. @param {Writer} writer */
export function turnAfterCompaction(writer) {
  writer.beginTurn();
  writer.compact({ summary: someWords(writer, 'answer') });
  if (writer.contextDue) writer.describe();
  writer.userMessage(someWords(writer, 'order'));
  toolRound(writer);
  finalAnswer(writer);
}

/** A compaction becomes due between two responses of a turn. @param {Writer} writer */
export function turnWithCompaction(writer) {
  beginTurn(writer);
  writer.userMessage(someWords(writer, 'order'));
  toolRound(writer);
  writer.compact({ midTurn: true, summary: someWords(writer, 'answer') });
  toolRound(writer);
  finalAnswer(writer);
}

/** A turn that nobody asked for: the goal steers it. @param {Writer} writer @param {{ objective: string, used: number }} goal */
export function goalTurn(writer, { objective, used }) {
  writer.beginTurn({ goal: true });
  writer.describe();
  writer.goalObjective(objective);
  const escaped = objective
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  const body = `Go on with the work.\n<objective>\n${escaped}\n</objective>\nSpent so far: ${used} tokens.`;
  writer.contextualUser('goal.internal_context', goalText(body));
  toolRound(writer);
  finalAnswer(writer);
}

/** @param {Writer} writer */
export function callId(writer) {
  return `call_${writer.random.hex(24)}`;
}
