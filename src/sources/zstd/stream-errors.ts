/** What a zstd stream is refused with, and where. */

import { PromptmillError } from '../../contract/errors.js';
import type { ZstdStream } from './decode-zstd.js';
import type { FrameHeader } from './frame-header.js';

/** The format is broken where the stream stands; `found` says how. */
export function corrupt(stream: ZstdStream, found: string): PromptmillError {
  return refusal(stream, { verb: 'is damaged', found, expected: 'a valid zstd frame' });
}

/** The data ends too early; `inside` names what it ends in the middle of. */
export function truncated(stream: ZstdStream, inside: string): PromptmillError {
  stream.source.at = stream.source.end;
  const found = `the end of the file inside ${inside}`;
  return refusal(stream, { verb: 'ends', found, expected: wholeFrame });
}

const wholeFrame = 'a whole frame';

/** Whether a refusal only says that the data ends too early: what was decoded before is sound as far as it goes. */
export function isTruncation({ code, details }: PromptmillError): boolean {
  return code === 'input_corrupt' && details.expected === wholeFrame;
}

/** The frame is sound but cannot be decoded without what we do not have. */
export function needsDictionary({ source }: ZstdStream, header: FrameHeader): PromptmillError {
  const found = `a frame with dictionary ${header.dictionaryId}`;
  return new PromptmillError('input_unreadable', `zstd data needs a dictionary: ${found}`, {
    offsetBytes: source.offsetBytes,
    found,
    expected: 'a frame without dictionary',
    remedy: 'decompress the file with "zstd -d -D <dictionary>" first',
  });
}

/** The frame is sound but would take more memory than a worker may. */
export function needsWindow(
  { source }: ZstdStream,
  header: FrameHeader,
  mostBytes: number,
): PromptmillError {
  const found = `a frame with a window of ${header.windowBytes} bytes`;
  return new PromptmillError('input_unreadable', `zstd data needs too much memory: ${found}`, {
    offsetBytes: source.offsetBytes,
    found,
    expected: `a window of at most ${mostBytes} bytes`,
    remedy: 'decompress the file with "zstd -d --long=31" first',
  });
}

function refusal(
  { source, target }: ZstdStream,
  reason: { readonly verb: string; readonly found: string; readonly expected: string },
): PromptmillError {
  const { offsetBytes } = source;
  const { verb, found, expected } = reason;
  return new PromptmillError(
    'input_corrupt',
    `zstd data ${verb} at compressed byte ${offsetBytes}, after ${target.totalBytes} decompressed bytes: ${found}`,
    { offsetBytes, found, expected },
  );
}
