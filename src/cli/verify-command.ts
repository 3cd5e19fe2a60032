/** `promptmill verify`: compares rendered requests with those of a trace. */

import { readContext } from '../assembler.js';
import { PromptmillError } from '../contract/errors.js';
import { verifyJson } from '../report/verify-json.js';
import { verifyText } from '../report/verify-text.js';
import { verifyRollouts, type VerifyOptions, type VerifyReport } from '../report/verify.js';
import { findInputs } from '../sources/find-inputs.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { kernelChoice } from './kernel-choice.js';

export async function verifyCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const report = await verifyRollouts({
    files: await filesOf(positionals),
    // The command line is not taken without it.
    trace: flags.trace ?? '',
    context: readContext({
      ...flags,
      itemIds: flags['item-ids'],
      kernel: kernelChoice(flags.kernel),
    }),
    given: givenBy(flags),
  });
  process.stdout.write(flags.json === true ? verifyJson(report) : verifyText(report));
  return exitCodeOfReport(report);
}

async function filesOf(positionals: readonly string[]): Promise<string[]> {
  const { inputs } = await findInputs(positionals);
  return inputs.map((input) => {
    if (input.kind === 'error') throw PromptmillError.fromRecord(input.error);
    return input.file.path;
  });
}

function givenBy(flags: Invocation['flags']): VerifyOptions['given'] {
  const given: VerifyOptions['given'][number][] = [];
  if (flags.provider !== undefined) given.push('provider');
  if (flags['item-ids'] !== undefined) given.push('itemIds');
  if (flags.tools !== undefined) given.push('tools');
  return given;
}

function exitCodeOfReport({ equal, total }: VerifyReport): ExitCode {
  if (total === 0) return exitCodes.nothingRendered.code;
  return equal === total ? exitCodes.ok.code : exitCodes.differences.code;
}
