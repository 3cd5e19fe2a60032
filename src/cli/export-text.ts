/** The formats of an export and their options, for people. */

import type { ExportFormat } from '../contract/export.js';
import { exportFormats } from '../export/formats.js';

/** `promptmill export --list` */
export function formatList(): string {
  return exportFormats.map((format) => `${formatRows(format).join('\n')}\n`).join('\n');
}

function formatRows({ name, summary, options, check }: ExportFormat): string[] {
  const checked = check === undefined ? '' : '; promptmill validate knows it';
  return [
    name,
    `  ${summary}${checked}`,
    ...Object.entries(options).flatMap(([option, { value, help, fallback }]) => [
      `  --format-option ${option}=${value}`,
      `      ${help} (default: ${fallback})`,
    ]),
  ];
}
