/** Checks promptfoo's tests, and the requests beside them (formats §2.2). */

import type { FileCheck } from '../../contract/export.js';
import { isRecord } from '../../contract/json-record.js';
import { DistinctIds } from './distinct-ids.js';
import { foundText, list, object, record, text } from './shape.js';

const test = record({
  required: { vars: record({ required: { request_id: text } }) },
  optional: { description: text, metadata: object, assert: list(object) },
});

const request = record({
  required: { id: text, request: object },
  optional: { answer: text },
});

const template = /\{[{%#]/;

/** A line with variables is a test, another one a request. */
export const checkPromptfoo: FileCheck = {
  form: 'lines',
  start() {
    const ids = new DistinctIds();
    return (value, report) => {
      const line = isRecord(value) ? value : {};
      const { vars } = line;
      const isTest = vars !== undefined;
      const shape = isTest ? test : request;
      shape(value, '', report);
      const id = isRecord(vars) ? vars['request_id'] : line['id'];
      const path = isTest ? '/vars/request_id' : '/id';
      ids.take(id, path, report);
      if (typeof id === 'string' && template.test(id)) {
        report({ path, found: foundText(id), expected: 'text that is no template' });
      }
    };
  },
};
