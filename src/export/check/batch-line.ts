/** Checks files of OpenAI's batch API: each line, and what the lines of a file have to share. */

import type { FileCheck, ReportFault } from '../../contract/export.js';
import { customIdPattern } from '../custom-id.js';
import { recordIn } from '../json-values.js';
import { batchLimits } from '../openai-batch/limits.js';
import { all, foundText, matching, oneOf, record, type Shape } from './shape.js';

/** @param url the endpoint of all lines  @param body the shape of a body */
export function batchCheck(url: string, body: Shape): FileCheck {
  const line = record({
    required: {
      custom_id: matching(customIdPattern, '1 to 64 of the characters A-Z a-z 0-9 _ -'),
      method: oneOf('POST'),
      url: oneOf(url),
      body: all(body, notStreamed),
    },
    others: 'refused',
  });
  return {
    form: 'lines',
    start: () => {
      const ids = new Map<unknown, number>();
      let lines = 0;
      let model: unknown;
      return (value, report) => {
        lines += 1;
        line(value, '', report);
        const request = recordIn(value);
        reportTaken(request?.['custom_id'], { ids, lines, report });
        const asked = recordIn(request?.['body'])?.['model'];
        if (lines === 1) model = asked;
        if (asked !== model) {
          const expected = `${foundText(model)}, as in line 1: a file is for one model`;
          report({ path: '/body/model', found: foundText(asked), expected });
        }
        if (lines === batchLimits.lines + 1) {
          const most = batchLimits.lines.toLocaleString('en-US');
          report({ path: '', found: 'one more line', expected: `at most ${most} lines` });
        }
      };
    },
  };
}

const notStreamed: Shape = (body, path, report) => {
  if (recordIn(body)?.['stream'] === true) {
    report({ path: `${path}/stream`, found: 'true', expected: 'false, or no such member' });
  }
};

interface Ids {
  /** Lines by id. */
  readonly ids: Map<unknown, number>;
  readonly lines: number;
  readonly report: ReportFault;
}

function reportTaken(id: unknown, { ids, lines, report }: Ids): void {
  const earlier = ids.get(id);
  if (earlier === undefined) {
    ids.set(id, lines);
    return;
  }
  const found = `${foundText(id)}, the id of line ${String(earlier)}`;
  report({ path: '/custom_id', found, expected: 'an id of its own' });
}
