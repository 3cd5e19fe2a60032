/** Puts sub-agents to the session they were spawned in, over any number of generations. */

import type { WekaSession } from './weka-request.js';

export interface Conversation {
  readonly root: WekaSession;
  /** All below it, in the order of the input. */
  readonly agents: readonly WekaSession[];
}

/** @returns the conversations in the order of their roots; a session whose parent is not among them is a root */
export function gatherConversations(sessions: readonly WekaSession[]): readonly Conversation[] {
  const byThread = new Map(sessions.toReversed().map((session) => [session.threadId, session]));
  const agents = new Map<WekaSession, WekaSession[]>();
  for (const session of sessions) {
    const root = rootOf(session, byThread);
    const known = agents.get(root) ?? [];
    if (root !== session) known.push(session);
    agents.set(root, known);
  }
  return sessions.flatMap((root) => {
    const known = agents.get(root);
    return known === undefined ? [] : [{ root, agents: known }];
  });
}

function rootOf(session: WekaSession, byThread: ReadonlyMap<string, WekaSession>): WekaSession {
  const seen = new Set<WekaSession>();
  let root = session;
  // Recorded parents might go round in a circle.
  while (!seen.has(root)) {
    seen.add(root);
    root = byThread.get(root.parentThreadId ?? '') ?? root;
  }
  return root;
}
