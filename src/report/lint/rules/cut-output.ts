/** A tool output of which the model gets a part. */

import { cutMarker, isOutputType, outputText } from '../output-text.js';
import type { Flaw, ItemSight, LintRule } from '../rule.js';

export const cutOutput: LintRule = {
  id: 'cut-output',
  severity: 'note',
  title: 'A tool output was cut',
  remedy: 'Have the tool print less, or give the model a larger truncation policy in a catalog.',
  item: findCut,
};

function findCut({ item, value }: ItemSight): Flaw[] {
  if (!isOutputType(item.type)) return [];
  const place = { key: item.key, file: item.file, line: item.line, path: '' };
  if (item.cutBytes > 0) {
    const message = `${String(item.cutBytes)} bytes of this output are recorded and not sent`;
    return [{ ...place, message, bytes: item.cutBytes }];
  }
  const [, count, unit] = cutMarker.exec(outputText(value)) ?? [];
  if (count === undefined || unit === undefined) return [];
  return [{ ...place, message: `${count} ${unit} of this output were cut before it was recorded` }];
}
