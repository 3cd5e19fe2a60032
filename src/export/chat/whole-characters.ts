/**
 * Half characters (lone surrogates), which a request can carry as JSON escapes: programs that read strictly refuse the
 * whole record for one. Each becomes U+FFFD, as it does in UTF-8.
 */

import type { Chat, ChatCall, ChatMessage, ChatPart, ChatReasoning } from '../../contract/chat.js';
import { optional } from '../../contract/optional-member.js';
import { parseRecord } from '../json-values.js';
import { LossList } from '../loss-list.js';

const halves = /\p{Surrogate}/gu;
const unreadable = '\ufffd';

/** An escape in JSON text: of a character as a pair, of half of one, or any other. */
const escapes =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(?<half>u[dD][89a-fA-F][\da-fA-F]{2})|[^])/g;

export function wholeCharacters(chat: Chat): Chat {
  const losses = new LossList();
  const messages = chat.messages.map((message) => wholeMessage(message, losses));
  return { ...chat, messages, losses: [...chat.losses, ...losses.losses] };
}

function wholeMessage(message: ChatMessage, losses: LossList): ChatMessage {
  const { parts, calls, reasoning, from } = message;
  const [path = ''] = from;
  const whole = (text: string): string => wholeText(text, path, losses);
  return Object.assign(
    { ...message },
    {
      parts: parts.map((part) => wholePart(part, whole)),
      ...optional(
        'calls',
        calls?.map((call) => wholeCall(call, losses)),
      ),
      ...optional(
        'reasoning',
        reasoning === undefined ? undefined : wholeReasoning(reasoning, whole),
      ),
    },
  );
}

type Whole = (text: string) => string;

function wholeText(text: string, path: string, losses: LossList): string {
  const whole = text.replaceAll(halves, unreadable);
  if (whole !== text) losses.add('changed.half_character', path, text);
  return whole;
}

function wholePart(part: ChatPart, whole: Whole): ChatPart {
  return part.type === 'text' ? { type: 'text', text: whole(part.text) } : part;
}

function wholeReasoning(
  { summary, text, encrypted, from }: ChatReasoning,
  whole: Whole,
): ChatReasoning {
  return { summary: summary.map(whole), text: text.map(whole), encrypted, from };
}

/** Arguments are JSON text, in which halves are escaped once more; what is no JSON is only text. */
function wholeCall(call: ChatCall, losses: LossList): ChatCall {
  const input = wholeText(call.input, call.from, losses);
  const whole = input.replaceAll(escapes, (escape, half: string | undefined) =>
    half === undefined ? escape : unreadable,
  );
  if (whole === input || parseRecord(input) === undefined) return { ...call, input };
  losses.add('changed.half_character', call.from, input);
  return { ...call, input: whole };
}
