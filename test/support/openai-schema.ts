// OpenAI's published schema of requests, which is no part of this repository: tests that need it are skipped without it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { RECORDINGS } from '../conformance/place.mjs';

const path = join(RECORDINGS, 'formats', 'openai-requests.schema.json');

export const hasSchema = existsSync(path);

if (!hasSchema) console.warn('skipped: openai-requests.schema.json is not beside the repository');

/** Of a line of a batch, whatever its endpoint. */
export function batchLineValidator(): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  ajv.addFormat('uri', /^[a-z][a-z0-9+.-]*:/i);
  for (const format of ['int64', 'unixtime', 'float', 'double']) ajv.addFormat(format, true);
  ajv.addSchema(JSON.parse(readFileSync(path, 'utf8')) as object, 'openai');
  return ajv.compile({ $ref: 'openai#/$defs/BatchLine' });
}
