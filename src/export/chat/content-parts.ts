/** The content of messages and outputs, as parts of the neutral form. */

import type { ChatPart } from '../../contract/chat.js';
import { recordIn, stringIn } from '../json-values.js';
import type { LossList } from '../loss-list.js';

/**
 * @param content a text, or a list of content parts
 * @param path JSON pointer of the content
 */
export function contentParts(content: unknown, path: string, losses: LossList): ChatPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown, index) => {
    const read = chatPart(part);
    if (read !== undefined) return [read];
    losses.add(`left_out.${leftOutName(part)}`, `${path}/${String(index)}`, part);
    return [];
  });
}

function chatPart(value: unknown): ChatPart | undefined {
  const part = recordIn(value);
  const text = stringIn(part?.['text']);
  switch (part?.['type']) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return text === undefined ? undefined : { type: 'text', text };
    case 'refusal':
      return textPart(part['refusal']);
    case 'input_image':
      return imagePart(part['image_url'], part['detail']);
    case 'input_audio':
      return audioPart(part['audio_url']);
    default:
      return undefined;
  }
}

function textPart(text: unknown): ChatPart | undefined {
  return typeof text === 'string' ? { type: 'text', text } : undefined;
}

function imagePart(url: unknown, detail: unknown): ChatPart | undefined {
  if (typeof url !== 'string') return undefined;
  return { type: 'image', url, ...(typeof detail === 'string' ? { detail } : {}) };
}

function audioPart(url: unknown): ChatPart | undefined {
  return typeof url === 'string' ? { type: 'audio', url } : undefined;
}

function leftOutName(value: unknown): string {
  const type = stringIn(recordIn(value)?.['type']) ?? 'content';
  return type === 'encrypted_content' ? 'encrypted_text' : type;
}
