/** A tool output of which the model gets a part. */

import { flawAtItem } from '../flaw-at.js';
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
  const { type, cutBytes } = item;
  if (!isOutputType(type)) return [];
  if (cutBytes > 0) {
    const message = `${cutBytes} bytes of this output are recorded and not sent`;
    return [flawAtItem(item, { message, bytes: cutBytes })];
  }
  const [, count, unit] = cutMarker.exec(outputText(value)) ?? [];
  if (count === undefined || unit === undefined) return [];
  const message = `${count} ${unit} of this output were cut before it was recorded`;
  return [flawAtItem(item, { message })];
}
