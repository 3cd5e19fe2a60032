/** Tool namespaces that are only loaded when they are asked for (spec 4 §2.1, §2.2). */

import { isRecord, type JsonRecord } from '../../contract/json-record.js';
import { wordsOf } from '../../contract/texts.js';
import { equalJson } from '../equal-json.js';
import { defineSection } from '../section.js';
import { onLines } from '../tags.js';

export const deferredToolsSection = defineSection<JsonRecord>({
  id: 'tools',
  key: 'tools',
  role: 'developer',
  label: 'tools.deferred_namespaces',
  needsFragment: true,
  standsAlone: true,
  snapshot: ({ settings }) => settings.deferredTools,
  read: (recorded) => (isRecord(recorded) ? recorded : undefined),
  text: (told, { settings, texts }) => {
    const tools = Object.entries(settings.deferredTools ?? {});
    if (told.state === 'known' && equalJson(told.snapshot, settings.deferredTools ?? {})) {
      return undefined;
    }
    if (tools.length === 0) {
      return told.state === 'known' ? onLines('tools', wordsOf(texts, 'tools.removed')) : undefined;
    }
    const lines = tools.map(([name, description]) => `- ${name}: ${description}`);
    return onLines('tools', [wordsOf(texts, 'tools.deferred'), ...lines].join('\n'));
  },
});
