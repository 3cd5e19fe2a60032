/** `promptmill explain --html`: the requests of a session as one page that opens from disk. */

import { toolVersion } from '../batch/tool-version.js';
import type { TokenCounter } from '../contract/tokens.js';
import { htmlReport } from '../report/html/html-report.js';
import { createTracer } from '../trace-sessions.js';
import type { Invocation } from './commands.js';
import { contextOptions } from './context-options.js';
import { writeOutput } from './write-output.js';

export interface HtmlOutput {
  readonly file: string;
  readonly out: string;
  readonly counter: TokenCounter;
  readonly flags: Invocation['flags'];
}

/** @throws PromptmillError `output_exists`, `output_failed`, and when the file cannot be read */
export async function explainHtml({ file, out, counter, flags }: HtmlOutput): Promise<void> {
  const at = flags.at ?? { kind: 'all' };
  const opened = await createTracer({ ...contextOptions(flags), at }).open(file);
  try {
    const page = htmlReport(opened, { counter, madeBy: `promptmill ${toolVersion()}` });
    writeOutput(page, out, flags);
  } finally {
    opened.close();
  }
}
