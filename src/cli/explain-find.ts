/** `promptmill explain --find`: tells where the model read a text. */

import { findText, type FindReport } from '../report/explain/find-report.js';
import { foundText, totalsText } from '../report/explain/find-text.js';
import { paintFor } from '../report/explain/paint.js';
import { findInputs } from '../sources/find-inputs.js';
import type { Invocation } from './commands.js';
import { contextOptions } from './context-options.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { errorText } from './print-error.js';
import { terminalColumns } from './terminal-columns.js';

export async function explainFind(
  { positionals, flags }: Invocation,
  text: string,
): Promise<ExitCode> {
  const { inputs } = await findInputs(positionals);
  const files = inputs.map((input) => (input.kind === 'error' ? input.error : input.file.path));
  const options = { columns: terminalColumns(), paint: paintFor(process.stdout) };
  const isJson = flags.json === true;
  const report = await findText(files, {
    text,
    at: flags.at ?? { kind: 'all' },
    context: contextOptions(flags),
    onFound: (found) => {
      if (!isJson) process.stdout.write(foundText(found, options));
    },
    onFailure: (failure) => process.stderr.write(errorText(failure)),
  });
  process.stdout.write(isJson ? `${JSON.stringify(report)}\n` : totalsText(report));
  return exitCodeOf(report);
}

/** Found is found. That it was not is only sure when everything was searched. */
function exitCodeOf({ found, requests, failures }: FindReport): ExitCode {
  if (found.length > 0) return exitCodes.ok.code;
  if (requests === 0) return exitCodes.nothingRendered.code;
  return failures.length > 0 ? exitCodes.someFailed.code : exitCodes.notFound.code;
}
