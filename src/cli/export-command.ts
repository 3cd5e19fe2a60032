/** `promptmill export`: writes requests in the form that another program reads. */

import type { ExportSummary } from '../batch/export-batch.js';
import { exportSessions } from '../batch/export-sessions.js';
import { bytesText, countText } from '../batch/progress.js';
import { PromptmillError } from '../contract/errors.js';
import { optional } from '../contract/optional-member.js';
import { contextOptions } from './context-options.js';
import type { Invocation } from './commands.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { formatList } from './export-text.js';
import { toInputSpec } from './input-spec.js';

export async function exportCommand({ positionals, flags }: Invocation): Promise<ExitCode> {
  if (flags.list === true) {
    process.stdout.write(formatList());
    return exitCodes.ok.code;
  }
  const summary = await exportSessions({
    inputs: positionals.map(toInputSpec),
    to: needed(flags.to, '--to FORMAT'),
    out: needed(flags.out, '--out DIR'),
    force: flags.force,
    context: contextOptions(flags),
    ...optional('model', flags.model),
    set: merged(flags['set-body']),
    unset: flags.unset ?? [],
    encryptedReasoning: flags.strip === undefined ? 'keep' : 'drop',
    format: merged(flags['format-option']),
  });
  if (flags.quiet !== true) process.stderr.write(summaryText(summary));
  return exitCodeOf(summary);
}

/** What was given piece by piece; later ones count. */
function merged<Value>(
  tables: readonly Readonly<Record<string, Value>>[] = [],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(tables.flatMap((table) => Object.entries(table)));
}

function needed(value: string | undefined, flag: string): string {
  if (value !== undefined && value !== '-') return value;
  throw new PromptmillError('usage', `export: ${flag} is missing`, {
    expected: 'promptmill export INPUT… --to FORMAT --out DIR',
    remedy: 'promptmill export --list shows the formats',
  });
}

/** `3 sessions, 21 requests` and `1.2 MB left out or changed in 40 places: see out/losses.json` */
function summaryText({
  sessions,
  requests,
  losses,
  failures,
  failuresPlace,
  lossesPlace,
}: ExportSummary): string {
  const rows = [`${countText(sessions, 'session')}, ${countText(requests, 'request')}`];
  if (losses.count > 0) {
    const places = countText(losses.count, 'place');
    rows.push(`${bytesText(losses.bytes)} left out or changed in ${places}: see ${lossesPlace}`);
  }
  if (failures > 0) rows.push(`${countText(failures, 'session')} failed: see ${failuresPlace}`);
  return `${rows.join('\n')}\n`;
}

function exitCodeOf({ requests, failures }: ExportSummary): ExitCode {
  if (requests === 0) return exitCodes.nothingRendered.code;
  return failures > 0 ? exitCodes.someFailed.code : exitCodes.ok.code;
}
