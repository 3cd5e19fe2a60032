/** Sizes that bound memory and decide how work is cut. All in bytes unless the name says otherwise. */

/** A file up to this size is read whole into a reused buffer; a larger one is seen through a window of this size. */
export const windowBytes = 16 * 1024 * 1024;

/** Files a thread that renders alone has read ahead, together no larger than a window. */
export const filesAhead = 4;

/** A shorter file is read when it is opened: waking a thread for it takes a tenth of a millisecond. */
export const leastAheadBytes = 128 * 1024;

/** The least any source must be able to show at once; a token that steers a decision is never longer than this. */
export const minViewBytes = 64 * 1024;

/** Decompressed input up to this size stays in memory; beyond it goes through a temporary file. */
export const inflateInMemoryBytes = 64 * 1024 * 1024;

/** What a worker holds back while an earlier task has not yet said where its output ends. */
export const pendingOutputBytes = 32 * 1024 * 1024;

/** The least input of a run with a part file of its own; up to this, a job for stdout stays on the caller's thread. */
export const taskBytes = 8 * 1024 * 1024;

/** A part file of a folder output is closed at the first session that takes it past this. */
export const partBytes = 256 * 1024 * 1024;

/** Rendered model instructions a thread keeps. */
export const renderedTextBytes = 8 * 1024 * 1024;

/** Counts of tokens a thread keeps. */
export const tokenCacheBytes = 16 * 1024 * 1024;
