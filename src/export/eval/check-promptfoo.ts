/** Checks promptfoo's tests, and the requests beside them (formats §2.2). */

import type { FileCheck } from '../../contract/export.js';
import { isRecord } from '../../contract/json-record.js';
import { anyObject, checkShape, listOf, objectOf, text, told } from '../check/check-shape.js';

const test = objectOf({
  required: { vars: objectOf({ required: { request_id: text }, others: 'taken' }) },
  optional: { description: text, metadata: anyObject, assert: listOf(anyObject) },
  others: 'taken',
});

const request = objectOf({
  required: { id: text, request: anyObject },
  optional: { answer: text },
  others: 'taken',
});

const template = /\{[{%#]/;

/** A line with variables is a test, another one a request. */
export const checkPromptfoo: FileCheck = {
  form: 'lines',
  start() {
    const ids = new Set<unknown>();
    return (value, report) => {
      const line = isRecord(value) ? value : {};
      const { vars } = line;
      const isTest = vars !== undefined;
      checkShape(value, isTest ? test : request, { path: '', report });
      const id = isRecord(vars) ? vars['request_id'] : line['id'];
      const path = isTest ? '/vars/request_id' : '/id';
      if (ids.has(id)) report({ path, found: told(id), expected: 'an id that no line above has' });
      if (typeof id === 'string' && template.test(id)) {
        report({ path, found: told(id), expected: 'text that is no template' });
      }
      ids.add(id);
    };
  },
};
