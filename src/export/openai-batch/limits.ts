/** How large a batch file may get, and the options that say otherwise. */

import type { FormatOption } from '../../contract/export.js';
import { readCount } from '../read-option.js';
import type { BatchLimits } from './batch-lines.js';

export const batchLimits: BatchLimits = { bytes: 200 * 1000 * 1000, lines: 50_000 };

export const limitOptions: Readonly<Record<string, FormatOption>> = {
  'part-bytes': {
    value: 'N',
    help: 'bytes a file holds at most, line ends counted',
    fallback: String(batchLimits.bytes),
  },
  'part-lines': {
    value: 'N',
    help: 'requests a file holds at most',
    fallback: String(batchLimits.lines),
  },
};

/** @throws PromptmillError `usage` */
export function readLimits(given: Readonly<Record<string, string>>): BatchLimits {
  return {
    bytes: readCount(given, 'part-bytes', batchLimits.bytes),
    lines: readCount(given, 'part-lines', batchLimits.lines),
  };
}
