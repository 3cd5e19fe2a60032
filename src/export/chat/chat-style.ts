/** The manners of servers that speak the Chat API, by name, and the options that change one point of them. */

import type { FormatOption } from '../../contract/export.js';
import { readChoice } from '../read-option.js';
import type { ChatStyle } from './chat-body.js';

const openai: ChatStyle = {
  developer: 'developer',
  customTools: 'custom',
  texts: 'parts',
  reasoning: 'drop',
  fields: 'openai',
  unanswered: 'answer',
};

const vllm: ChatStyle = {
  ...openai,
  developer: 'system',
  customTools: 'function',
  texts: 'joined',
  fields: 'common',
};

const profileNames = ['openai', 'vllm', 'one-system'] as const;

export type ProfileName = (typeof profileNames)[number];

const profiles: Readonly<Record<ProfileName, ChatStyle>> = {
  openai,
  vllm,
  'one-system': { ...vllm, developer: 'lead' },
};

/** @param profile what holds where none is given */
export function styleOptions(profile: ProfileName): Readonly<Record<string, FormatOption>> {
  return {
    profile: {
      value: profileNames.join('|'),
      help: 'the manner of a server: OpenAI; vLLM and its like; templates that take one system message, which leads',
      fallback: profile,
    },
    developer: {
      value: 'developer|system|user|lead',
      help: 'the role of developer messages; lead: at most one system message, later ones are told by the user',
      fallback: 'as the profile has it',
    },
    'custom-tools': {
      value: 'custom|function',
      help: 'tools that take free text: as they are, or as functions with one argument, input',
      fallback: 'as the profile has it',
    },
    texts: {
      value: 'parts|joined',
      help: 'several texts of one message: as parts, or as one text with nothing between them',
      fallback: 'as the profile has it',
    },
    reasoning: {
      value: 'drop|reasoning_content|reasoning',
      help: 'the member that reasoning is told in, where it can be read',
      fallback: 'drop',
    },
    unanswered: {
      value: 'answer|cut',
      help: 'calls without an output: they are told to have been aborted, or are left out',
      fallback: 'answer',
    },
  };
}

/** @throws PromptmillError `usage` */
export function readStyle(
  given: Readonly<Record<string, string>>,
  profile: ProfileName,
): ChatStyle {
  const choose = <Word extends string>(name: string, words: readonly Word[], usual: Word): Word =>
    readChoice(given, name, [usual, ...words.filter((word) => word !== usual)]);
  const style = profiles[choose('profile', profileNames, profile)];
  return {
    developer: choose('developer', ['developer', 'system', 'user', 'lead'], style.developer),
    customTools: choose('custom-tools', ['custom', 'function'], style.customTools),
    texts: choose('texts', ['parts', 'joined'], style.texts),
    reasoning: choose('reasoning', ['drop', 'reasoning_content', 'reasoning'], style.reasoning),
    fields: style.fields,
    unanswered: choose('unanswered', ['answer', 'cut'], style.unanswered),
  };
}
