/** `promptmill explain`: tells what requests are made of, or where a text in them comes from. */

import { PromptmillError } from '../contract/errors.js';
import type { TokenCounterName } from '../contract/tokens.js';
import type { TimelineEntry } from '../report/explain/explanation.js';
import { explainFile, type FileStep } from '../report/explain/explain-file.js';
import { ExplanationPrinter } from '../report/explain/explanation-json.js';
import { explanationText } from '../report/explain/explanation-text.js';
import { paintFor } from '../report/explain/paint.js';
import { timelineText } from '../report/explain/timeline-text.js';
import { createTokenCounter } from '../tokens/counter.js';
import { counterName } from './token-choice.js';
import type { Invocation } from './commands.js';
import { contextOptions } from './context-options.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { explainFind } from './explain-find.js';
import { explainHtml } from './explain-html.js';
import { terminalColumns } from './terminal-columns.js';

export async function explainCommand(invocation: Invocation): Promise<ExitCode> {
  const { positionals, flags } = invocation;
  if (flags.find !== undefined) return explainFind(invocation, flags.find);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    throw new PromptmillError('usage', 'explain takes one file', {
      found: `${String(positionals.length)} files`,
      expected: 'promptmill explain FILE',
      remedy: 'to search several files for a text, give --find TEXT',
    });
  }
  const counter = await createTokenCounter(counterName(flags));
  if (flags.html !== undefined) {
    await explainHtml({ file, out: flags.html, counter, flags });
    return exitCodes.ok.code;
  }
  const at = flags.at ?? { kind: 'last' };
  const steps = explainFile(file, { context: contextOptions(flags), at, counter });
  if (flags.json === true) await printJson(steps, counter.name);
  else await printText(steps, { counter: counter.name, flags });
  return exitCodes.ok.code;
}

async function printJson(steps: AsyncIterable<FileStep>, counter: TokenCounterName): Promise<void> {
  let printer: ExplanationPrinter | undefined;
  for await (const step of steps) {
    printer ??= new ExplanationPrinter(step.session, counter);
    process.stdout.write(printer.add(step));
  }
  if (printer !== undefined) process.stdout.write(printer.end());
}

interface TextFlags {
  readonly counter: TokenCounterName;
  readonly flags: Invocation['flags'];
}

/** One request in detail; several on a time line, and in detail when everything is asked for. */
async function printText(
  steps: AsyncIterable<FileStep>,
  { counter, flags }: TextFlags,
): Promise<void> {
  const columns = terminalColumns();
  const paint = paintFor(process.stdout);
  const parts = flags.full === true ? 'all' : 'folded';
  const texts: string[] = [];
  const timeline: TimelineEntry[] = [];
  for await (const { session, request, entry } of steps) {
    timeline.push(entry);
    // Of several requests the texts are not needed, but of the first it is not known that others follow.
    if (timeline.length > 1 && parts === 'folded') continue;
    texts.push(explanationText(request, entry, { session, counter, columns, paint, parts }));
  }
  if (timeline.length > 1) process.stdout.write(timelineText(timeline, { columns, paint }));
  if (timeline.length === 1 || parts === 'all') process.stdout.write(texts.join('\n'));
}
