// The context messages of a session: the protocol's markers around words of ours.

import { createHash } from 'node:crypto';

import { Text } from './text.mjs';
import { poolText } from './text-pools.mjs';

/**
 * How long the standing texts are: as a real session has them, or short enough to be read.
 * @typedef {'real' | 'small'} Scale
 */

/** @typedef {{ readonly base: Text, readonly skills: Text, readonly agents: string, readonly summary: string }} StandingTexts */

const opening =
  'You keep the mill: you read its code, change it with care, and say plainly what you did. ' +
  'Weigh before you cut. Leave the place cleaner than it was.\n\n';

/**
 * The texts that stay the same for a whole session.
 * @param {import('./random.mjs').Random} random
 * @param {Scale} scale
 * @returns {StandingTexts}
 */
export function standingTexts(random, scale) {
  const real = scale === 'real';
  return {
    base: Text.of(opening, poolText('prose', random, real ? random.between(12_000, 20_000) : 400)),
    skills: poolText('prose', random, real ? random.between(2_000, 9_000) : 160),
    agents: 'Use tabs.\nAsk before the sluice is opened.\n',
    summary: 'Whoever kept the mill before you left these notes:',
  };
}

/** Developer text on what may be touched. @param {string} approval */
export function permissionsText(approval) {
  return (
    '<permissions instructions>\n' +
    `Every file of the mill may be read and written. Approval is set to ${approval}.\n` +
    '</permissions instructions>'
  );
}

/** @param {Text} skills */
export function skillsText(skills) {
  return Text.of('<skills_instructions>\n## Skills\n', skills, '\n</skills_instructions>');
}

/** @param {string} folder @param {string} text */
export function agentsText(folder, text) {
  return `# AGENTS.md instructions for ${folder}\n\n<INSTRUCTIONS>\n${text}\n</INSTRUCTIONS>`;
}

/** @param {string} cwd */
export function filesystemText(cwd) {
  return (
    `<filesystem><workspace_roots><root>${cwd}</root></workspace_roots>` +
    '<permission_profile type="disabled"><file_system type="unrestricted" /></permission_profile></filesystem>'
  );
}

/** @param {{ readonly cwd: string, readonly date: string }} place */
export function environmentText({ cwd, date }) {
  return (
    `<environment_context>\n  <cwd>${cwd}</cwd>\n  <shell>bash</shell>\n` +
    `  <current_date>${date}</current_date>\n  <timezone>Etc/UTC</timezone>\n` +
    `  ${filesystemText(cwd)}\n</environment_context>`
  );
}

export const helperTools = {
  name: 'multi_agent_v1',
  description: 'Hands that can be hired for a task.',
};

export function deferredToolsText() {
  return `<tools>\nTool groups to be asked for:\n- ${helperTools.name}: ${helperTools.description}\n</tools>`;
}

/** @param {Text} base */
export function modelSwitchText(base) {
  return Text.of('<model_switch>\nAnother model goes on from here.\n\n', base, '\n</model_switch>');
}

/** @param {string} personality */
export function personalityText(personality) {
  return (
    '<personality_spec> The tone of the mill has changed:\n' +
    `Be ${personality}: few words, warm ones. </personality_spec>`
  );
}

export function abortedText() {
  return '<turn_aborted>\nThe last order was stopped by hand; some of it may be done.\n</turn_aborted>';
}

/** @param {string} body */
export function goalText(body) {
  return `<codex_internal_context source="goal">\n${body}\n\n</codex_internal_context>`;
}

/** @param {string} agent @param {string} answer */
export function notificationText(agent, answer) {
  const status = JSON.stringify({ agent_path: agent, status: { completed: answer } });
  return `<subagent_notification>\n${status}\n</subagent_notification>`;
}

/** The head of a message between agents. @param {{ kind: string, recipient: string, sender: string }} letter */
export function letterHead({ kind, recipient, sender }) {
  return `Message Type: ${kind}\nTask name: ${recipient}\nSender: ${sender}\nPayload:\n`;
}

/** The hash under which a world state remembers a developer text. @param {string} text */
export function fragmentHash(text) {
  const role = Buffer.from('developer');
  const body = Buffer.from(text);
  return createHash('sha1')
    .update('codex-world-state-fragment-v1\0')
    .update(lengthOf(role))
    .update(role)
    .update(lengthOf(body))
    .update(body)
    .digest('hex');
}

/** @param {Buffer} bytes */
function lengthOf(bytes) {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(bytes.length));
  return length;
}
