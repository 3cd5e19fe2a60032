/** Plans the first request of a session that is yet to begin: the resume of a rollout that holds nothing but its id. */

import { PromptmillError } from '../contract/errors.js';
import { rulesProfiles } from '../contract/rules.js';
import type { PlannedSession } from '../contract/session.js';
import type { SessionSpec } from '../sources/read-session-spec.js';
import { aloneInMemory } from './alone-in-memory.js';
import { planSession } from './plan-session.js';
import type { PreparedContext } from './prepare-context.js';

/**
 * @param context prepared from the spec's own options, and those given on top of it
 * @throws PromptmillError `bad_setting` when no model is named
 */
export function planSpec(spec: SessionSpec, context: PreparedContext): PlannedSession {
  if (context.recast?.given.has('model') !== true) {
    throw new PromptmillError('bad_setting', `${spec.file}: a new session needs a model`, {
      file: spec.file,
      found: 'no model',
      expected: 'a key "model"',
    });
  }
  const bytes = Buffer.from(`${JSON.stringify(specMeta(spec))}\n`);
  return planSession(aloneInMemory(spec.file, bytes, context), context);
}

/** The one line a rollout has before anything was said. */
function specMeta({ threadId = newThreadId, cliVersion, provider }: SessionSpec): unknown {
  const version = cliVersion ?? `${rulesProfiles.at(-1)?.id ?? ''}.0`;
  const payload = { id: threadId, cli_version: version, model_provider: provider };
  return { timestamp: '1970-01-01T00:00:00.000Z', type: 'session_meta', payload };
}

/** A thread that has no id yet. */
const newThreadId = '00000000-0000-0000-0000-000000000000';
