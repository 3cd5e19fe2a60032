/** `promptmill verify`: compares rendered requests with those of a trace. */

import { readContext } from '../assembler.js';
import { PromptmillError } from '../contract/errors.js';
import { verifyJson, verifyText } from '../report/verify-text.js';
import { verifyRollouts } from '../report/verify.js';
import { findInputs } from '../sources/find-inputs.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

export async function verifyCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const context = readContext({ ...flags, itemIds: flags['item-ids'], at: { kind: 'all' } });
  const { inputs } = await findInputs(positionals);
  const files = inputs.map((input) => {
    if (input.kind === 'error') throw PromptmillError.fromRecord(input.error);
    return input.file.path;
  });
  const report = await verifyRollouts({
    files,
    // The command line is not taken without it.
    trace: flags.trace ?? '',
    context,
    isGiven: { provider: flags.provider !== undefined, itemIds: flags['item-ids'] !== undefined },
  });
  process.stdout.write(flags.json === true ? verifyJson(report) : verifyText(report));
  return report.equal === report.total ? exitCodes.ok.code : exitCodes.differences.code;
}
