/** Answers as JSON lines: a request is the very line of a render, with its record's number around it. */

import type { ByteSink } from '../contract/bytes.js';
import type { ErrorRecord } from '../contract/errors.js';
import type { Answers, EndCounts, Label } from './answers.js';

const lineTail = Buffer.from('}\n');

export class LineAnswers implements Answers {
  private readonly out: ByteSink;

  constructor(out: ByteSink) {
    this.out = out;
  }

  request(label: Label, line: Uint8Array): void {
    const head = JSON.stringify({ type: 'request', ...label });
    this.out.write(Buffer.from(`${head.slice(0, -1)},"rendered":`));
    this.out.write(line);
    this.out.write(lineTail);
  }

  end(label: Label, counts: EndCounts): void {
    this.say({ type: 'end', ...label, ...counts });
  }

  error(label: Label, error: ErrorRecord, requests: number): void {
    this.say({ type: 'error', ...label, error, requests });
  }

  private say(answer: unknown): void {
    this.out.write(Buffer.from(`${JSON.stringify(answer)}\n`));
  }
}
