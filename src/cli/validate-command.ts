/** `promptmill validate`: checks files against the format of an export. */

import { countText } from '../batch/progress.js';
import { validateFile } from '../batch/validate-export.js';
import { PromptmillError } from '../contract/errors.js';
import type { ExportFault } from '../contract/export.js';
import { exportFormats, formatNamed } from '../export/formats.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

export async function validateCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  const format = formatNamed(flags.as ?? '');
  const { check } = format;
  if (check === undefined) throw noCheck(format.name);
  const print = flags.json === true ? faultJson : faultText;
  let total = 0;
  for (const file of positionals) {
    let faults = 0;
    const values = await validateFile({
      file,
      check,
      onFault: (fault) => {
        faults += 1;
        process.stdout.write(print(fault));
      },
    });
    total += faults;
    if (flags.quiet !== true) {
      const checked = check.form === 'json' ? '' : `${countText(values, nouns[check.form])}, `;
      const found = faults === 0 ? 'no fault' : countText(faults, 'fault');
      process.stderr.write(`${file}: ${checked}${found}\n`);
    }
  }
  return total === 0 ? exitCodes.ok.code : exitCodes.differences.code;
}

const nouns = { lines: 'line', parquet: 'row' } as const;

/** `part-00000.jsonl:3 /body/input/0: found 7, expected a string` */
function faultText({ file, line, path, found, expected }: ExportFault): string {
  const place = line === undefined ? file : `${file}:${String(line)}`;
  const pointer = path === '' ? '' : ` ${path}`;
  return `${place}${pointer}: found ${found}, expected ${expected}\n`;
}

function faultJson(fault: ExportFault): string {
  return `${JSON.stringify(fault)}\n`;
}

function noCheck(name: string): PromptmillError {
  const checked = exportFormats.filter(({ check }) => check !== undefined);
  return new PromptmillError('usage', `files of ${name} have no check`, {
    found: name,
    expected: checked.map((format) => format.name).join(', '),
  });
}
