/** Items that stand in requests alone, made once a session: tools, base message, compaction prompt and trigger. */

import { atom } from '../contract/atoms.js';
import type { ItemTable, MadeRule } from '../contract/item-table.js';
import type { RulesProfile } from '../contract/rules.js';
import type { BaseText } from './base-text.js';
import { nameUuid, threadNamespace } from './name-uuid.js';

/** What a request-time base message is labelled with where metadata is sent (spec 4 §1.2). */
const baseLabels =
  ',"internal_chat_message_metadata_passthrough":{"content_item_kinds":["model.base_instructions"]}';

export interface MadeItemsSettings {
  readonly rules: RulesProfile;
  readonly threadId: string;
  /** Whether the provider takes item metadata. */
  readonly isOpenAi: boolean;
}

interface MadeKind {
  readonly type: 'message' | 'additional_tools' | 'compaction_trigger';
  readonly rule: MadeRule;
}

export class MadeItems {
  private readonly table: ItemTable;
  private readonly settings: MadeItemsSettings;
  private readonly known = new Map<string, number>();

  constructor(table: ItemTable, settings: MadeItemsSettings) {
    this.table = table;
    this.settings = settings;
  }

  /** @param tools a JSON array */
  tools(tools: string): number {
    const key = `tools:${String(tools.length)}`;
    return this.make(key, { type: 'additional_tools', rule: 'item.tools' }, () => {
      const id = this.settings.rules.litePrefixRecorded ? `"id":"at_${this.idOf(tools)}",` : '';
      return `{"type":"additional_tools",${id}"role":"developer","tools":${tools}}`;
    });
  }

  /** @param json the text as a JSON string */
  base({ text = '', key }: BaseText, json: string): number {
    return this.make(`base:${key}`, { type: 'message', rule: 'item.base_instructions' }, () => {
      const inInput = this.settings.rules.baseLocation === 'input';
      const id = inInput ? `"id":"msg_${this.idOf(text)}",` : '';
      const content = `[{"type":"input_text","text":${json}}]`;
      const labels = inInput && this.settings.isOpenAi ? baseLabels : '';
      return `{"type":"message",${id}"role":"developer","content":${content}${labels}}`;
    });
  }

  /** The user message that asks for a summary. */
  prompt(prompt: string): number {
    return this.make('prompt', { type: 'message', rule: 'item.compaction_prompt' }, () => {
      const text = JSON.stringify(prompt);
      return `{"type":"message","role":"user","content":[{"type":"input_text","text":${text}}]}`;
    });
  }

  /** The last item of a remote compaction. */
  trigger(): number {
    const kind = { type: 'compaction_trigger', rule: 'item.compaction_trigger' } as const;
    return this.make('trigger', kind, () => '{"type":"compaction_trigger"}');
  }

  private idOf(name: string): string {
    return nameUuid(threadNamespace(this.settings.threadId), name);
  }

  private make(key: string, { type, rule }: MadeKind, text: () => string): number {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.table.pieces.addLiteral(Buffer.from(text()));
    const item = this.table.addMade(atom(type), 0, { rule, line: -1 });
    this.known.set(key, item);
    return item;
  }
}
