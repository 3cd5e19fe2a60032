/** The formats of load generators. */

import type { ExportFormat } from '../../contract/export.js';
import { aiperfInputs } from './aiperf-inputs.js';
import { aiperfTrace } from './aiperf-trace.js';
import { mooncake } from './mooncake.js';
import { weka } from './weka.js';

export const loadFormats: readonly ExportFormat[] = [aiperfInputs, aiperfTrace, mooncake, weka];
