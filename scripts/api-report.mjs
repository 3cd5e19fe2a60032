#!/usr/bin/env node
// Writes docs/promptmill.api.md: every name the package exports, with its types and whether it is documented.
//
//   --check   change nothing; fail when the report is not that of dist/

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

const REPO = fileURLToPath(new URL('..', import.meta.url));

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const config = ExtractorConfig.prepare({
  configObject: {
    projectFolder: REPO,
    mainEntryPointFilePath: join(REPO, 'dist', 'index.d.ts'),
    compiler: { tsconfigFilePath: join(REPO, 'tsconfig.json'), skipLibCheck: true },
    apiReport: {
      enabled: true,
      reportFolder: join(REPO, 'docs'),
      reportTempFolder: join(REPO, '.cache', 'api'),
      reportFileName: 'promptmill',
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    newlineKind: 'lf',
    messages: {
      extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
    },
  },
  configObjectFullPath: undefined,
  packageJsonFullPath: join(REPO, 'package.json'),
});
const result = Extractor.invoke(config, { localBuild: !values.check, messageCallback: quiet });
if (values.check && result.apiReportChanged) {
  console.error('docs/promptmill.api.md is not that of dist/: run scripts/api-report.mjs');
  process.exitCode = 1;
} else {
  const report = join(REPO, 'docs', 'promptmill.api.md');
  const names = existsSync(report)
    ? (readFileSync(report, 'utf8').match(/^export /gm)?.length ?? 0)
    : 0;
  console.log(`api: ${names} names`);
}

/** Its own talk is left out. @param {import('@microsoft/api-extractor').ExtractorMessage} message */
function quiet(message) {
  message.handled = true;
}
