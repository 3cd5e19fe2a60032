/**
 * `weka`: one file a conversation with the lengths, times and block ids of its requests, and no text (formats §3.1).
 * Sub-agents stand in the file of the session they were spawned in. A fork is a conversation of its own: nobody waits
 * for it.
 */

import type { Exporter, ExportFormat, ExportOptions, ExportSink } from '../../contract/export.js';
import type { Inference, SessionFacts } from '../../contract/inference.js';
import { LossList } from '../loss-list.js';
import { readChoice } from '../read-option.js';
import { wireBody } from '../wire-body.js';
import { BlockIds } from './block-ids.js';
import { blockOptions, readBlockRule, readMostIdleMs } from './block-options.js';
import { BlockTable } from './block-table.js';
import { checkWeka } from './check-weka.js';
import { gatherConversations } from './gather-conversations.js';
import { promptUnits } from './prompt-units.js';
import { RequestLog } from './request-log.js';
import { SessionNames } from './session-names.js';
import { wekaRequest, type WekaRequest, type WekaSession } from './weka-request.js';
import { wekaTrace } from './weka-trace.js';

/** A folder of its own: consumers read every JSON file that lies beside a trace. */
const folder = 'traces';

const wekaBlock = 64;
const firstId = 1;

/** `local`: ids of each file count for themselves. `global`: one count for all. */
const scopes = ['local', 'global'] as const;

export const weka: ExportFormat = {
  name: 'weka',
  summary: 'Weka agentic traces: a file a conversation, sub-agents nested, without text',
  options: {
    ...blockOptions(wekaBlock),
    scope: {
      value: scopes.join('|'),
      help: 'whether block ids count in each file, or over all',
      fallback: scopes[0],
    },
  },
  create: (options, sink) => new Weka(options, sink),
  check: checkWeka,
};

class Weka implements Exporter {
  readonly #options: ExportOptions;
  readonly #sink: ExportSink;
  readonly #table = new BlockTable();
  readonly #log: RequestLog;
  readonly #scope: (typeof scopes)[number];
  readonly #blockTokens: number;
  readonly #mostIdleMs: number;
  readonly #sessions: WekaSession[] = [];
  #requests: WekaRequest[] = [];
  #session: SessionFacts | undefined;

  constructor(options: ExportOptions, sink: ExportSink) {
    const rule = readBlockRule(options, wekaBlock);
    this.#options = options;
    this.#sink = sink;
    this.#log = new RequestLog({ ...rule, rest: 'dropped' }, this.#table);
    this.#blockTokens = rule.blockTokens;
    this.#scope = readChoice(options.format, 'scope', scopes);
    this.#mostIdleMs = readMostIdleMs(options);
  }

  startSession(session: SessionFacts): void {
    this.#log.startSession(session);
    this.#session = session;
    this.#requests = [];
  }

  add(inference: Inference): void {
    const { bytes, model, losses } = wireBody(inference, this.#options);
    const assumed = new LossList();
    const units = promptUnits(bytes);
    const logged = this.#log.entry(inference, units, assumed);
    this.#requests.push(wekaRequest(inference, { ...logged, units, model }));
    this.#sink.lose(inference.id, [...losses, ...assumed.losses]);
  }

  endSession(): void {
    if (this.#session === undefined || this.#requests.length === 0) return;
    const { threadId, parentThreadId } = this.#session;
    this.#sessions.push({ threadId, parentThreadId, requests: this.#requests });
  }

  /** A sub-agent may come anywhere behind its parent, or in front of it. */
  finish(): void {
    const ids = new BlockIds(this.#table.size, firstId);
    const names = new SessionNames();
    for (const conversation of gatherConversations(this.#sessions)) {
      if (this.#scope === 'local') ids.restart();
      const id = names.next(conversation.root.threadId);
      const { trace, places } = wekaTrace(conversation, {
        id,
        ids,
        scope: this.#scope,
        blockTokens: this.#blockTokens,
        mostIdleMs: this.#mostIdleMs,
      });
      const file = `${folder}/${id}.json`;
      this.#sink.bytes(file, `${JSON.stringify(trace)}\n`);
      for (const place of places) this.#sink.place({ file, ...place });
    }
  }
}
