/** What can be asked of a pipe. */

export const framings = ['jsonl', 'msgpack'] as const;

/** How records and answers are told apart: by line ends, or by their length in front of them. */
export type Framing = (typeof framings)[number];

/** Longest record and longest request, unless told otherwise. */
export const defaultMaxFrameBytes = 256 * 1024 * 1024;
