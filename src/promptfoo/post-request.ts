/** Posts a request to a server of the Responses API, and reads what it answers, streamed or not. */

import { isRecord, type JsonRecord } from '../contract/json-record.js';
import { arrayIn, parseRecord, recordIn, stringIn } from '../export/json-values.js';

export interface PostOptions {
  /** `http://localhost:8000/v1`: `/responses` is added. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface PostedAnswer {
  /** What the model said in words. */
  readonly text: string;
  /** The response, as the server told it. */
  readonly response: JsonRecord;
}

/** @throws Error when the server can't be reached, refuses the request, or answers something else than a response */
export async function postRequest(body: Uint8Array, options: PostOptions): Promise<PostedAnswer> {
  const { baseUrl, headers, timeoutMs } = options;
  const answer = await fetch(`${baseUrl.replace(/\/+$/, '')}/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`HTTP ${String(answer.status)}: ${text.slice(0, 500)}`);
  const response = parseRecord(text) ?? completedIn(text);
  if (response === undefined) throw new Error(`no response in the answer: ${text.slice(0, 500)}`);
  return { text: textOf(response), response };
}

/** The response of the last event that tells it whole. */
function completedIn(stream: string): JsonRecord | undefined {
  const events = stream.split(/\r?\n/).flatMap((line) => {
    const event = line.startsWith('data:') ? parseRecord(line.slice('data:'.length)) : undefined;
    return event === undefined ? [] : [event];
  });
  const ends = events.filter(({ type }) => finalEvents.has(type));
  return recordIn(ends.at(-1)?.['response']);
}

const finalEvents: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete']);

function textOf(response: JsonRecord): string {
  const messages = arrayIn(response['output']).filter(isRecord);
  return messages
    .flatMap(({ content }) =>
      arrayIn(content).flatMap((part) => stringIn(recordIn(part)?.['text']) ?? []),
    )
    .join('\n\n');
}
