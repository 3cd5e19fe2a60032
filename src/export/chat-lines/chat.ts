/** `chat`: bodies of the Chat API, one a line. */

import type { ExportFormat } from '../../contract/export.js';
import { readStyle, styleOptions } from '../chat/chat-style.js';
import { chatLines } from '../check/chat-body.js';
import { BodyLines } from './body-lines.js';

export const chatBodies: ExportFormat = {
  name: 'chat',
  summary: 'bodies for /v1/chat/completions, one a line, in the manner of a server',
  options: styleOptions('openai'),
  create: (options, sink) =>
    new BodyLines({
      options,
      sink,
      file: 'chat.jsonl',
      style: readStyle(options.format, 'openai'),
    }),
  check: chatLines(),
};
