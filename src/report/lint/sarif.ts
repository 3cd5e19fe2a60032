/** Findings as a log in the format SARIF 2.1.0, which code hosts and editors read. */

import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ErrorRecord } from '../../contract/errors.js';
import type { JsonRecord } from '../../contract/json-record.js';
import { optional } from '../../contract/optional-member.js';
import type { LintedFile } from './lint-files.js';
import type { Finding } from './lint-session.js';
import { pageSection } from './rule-page.js';
import type { LintRule } from './rule.js';

export interface SarifOptions {
  readonly files: readonly LintedFile[];
  /** The rules that were held. */
  readonly rules: readonly LintRule[];
  readonly toolVersion: string;
  /** Markdown of a rule's page. */
  readonly pageOf: (id: string) => string;
}

/** @returns JSON, two spaces deep */
export function sarifText(options: SarifOptions): string {
  return `${JSON.stringify(sarifLog(options), undefined, 2)}\n`;
}

function sarifLog({ files, rules, toolVersion, pageOf }: SarifOptions): JsonRecord {
  const findings = files.flatMap((file) => (file.kind === 'linted' ? file.findings : []));
  const failures = files.flatMap((file) => (file.kind === 'failed' ? [file.error] : []));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'promptmill',
            semanticVersion: toolVersion,
            rules: rules.map((rule) => descriptor(rule, pageOf(rule.id))),
          },
        },
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            toolExecutionNotifications: failures.map(notification),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => result(finding, rules)),
      },
    ],
  };
}

function descriptor({ id, severity, title, remedy }: LintRule, page: string): JsonRecord {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: pageSection(page, 'Why') },
    help: { text: remedy, markdown: page },
    defaultConfiguration: { level: severity },
  };
}

function result(finding: Finding, rules: readonly LintRule[]): JsonRecord {
  const { rule, severity, message, file, line, path, bytes, requests, threadId } = finding;
  return {
    ruleId: rule,
    ruleIndex: rules.findIndex(({ id }) => id === rule),
    level: severity,
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          region: { startLine: line },
        },
        ...(path === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: path }] }),
      },
    ],
    partialFingerprints: { 'promptmillFinding/v1': fingerprint(finding) },
    properties: { threadId, ...optional('bytes', bytes), ...optional('requests', requests) },
  };
}

/** The same for a session that went on, was moved, or is looked at by other requests. */
function fingerprint({ rule, threadId, line, message }: Finding): string {
  return createHash('sha256')
    .update([rule, threadId, String(line), message.replaceAll(/\d+/g, '')].join('\n'))
    .digest('hex')
    .slice(0, 32);
}

function notification({ message, code, file }: ErrorRecord): JsonRecord {
  return {
    level: 'error',
    message: { text: message },
    descriptor: { id: code },
    ...(file === undefined
      ? {}
      : { locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }] }),
  };
}

/** A relative path stays one, so that a code host finds it in the repository. */
function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.split(/[\\/]/).map(encodeURIComponent).join('/');
}
