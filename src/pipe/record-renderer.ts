/** Renders what one record is about into a sink: the bytes a render of the same session gives. */

import { aloneInMemory } from '../assemble/alone-in-memory.js';
import { openWithParents } from '../assemble/open-with-parents.js';
import { planSession } from '../assemble/plan-session.js';
import { planSpec } from '../assemble/plan-spec.js';
import { rolloutFiles } from '../assemble/rollout-files.js';
import type { ByteSink } from '../contract/bytes.js';
import type { SessionReport } from '../contract/request.js';
import type { PlannedSession } from '../contract/session.js';
import { RolloutReader } from '../sources/rollout-reader.js';
import type { ContextShelf } from './context-shelf.js';
import type { PipeRecord } from './read-record.js';

export class RecordRenderer {
  private readonly shelf: ContextShelf;
  /** No parent is looked for among earlier records: what comes out depends on the record alone. */
  private readonly files = rolloutFiles(new RolloutReader(), []);

  constructor(shelf: ContextShelf) {
    this.shelf = shelf;
  }

  /** @throws PromptmillError when the session cannot be rendered, perhaps after some of it was written */
  async render({ source, options }: PipeRecord, sink: ByteSink): Promise<SessionReport> {
    if (source.kind === 'spec') {
      return writeTo(sink, planSpec(source.spec, this.shelf.forSpec(source.spec, options)));
    }
    const context = this.shelf.forRollout(options);
    if (source.kind === 'rollout') {
      const input = aloneInMemory(source.file, source.bytes, context);
      return writeTo(sink, planSession(input, context));
    }
    const rollout = await openWithParents(source.file, context.options, this.files);
    try {
      return writeTo(sink, planSession(rollout.input, context));
    } finally {
      rollout.close();
    }
  }
}

function writeTo(sink: ByteSink, session: PlannedSession): SessionReport {
  session.writeTo(sink);
  return session.report;
}
