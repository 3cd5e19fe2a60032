/** Names a request: by its thread and number, and by the line it follows. */

import type { RequestSource } from '../contract/request.js';
import type { RequestPoint } from '../rollout/find-requests.js';
import type { SessionView } from './session-view.js';

/** @param at the request's number */
export function requestId({ session }: SessionView, at: number): string {
  return `${session.meta.id}#${String(at)}`;
}

export function requestSource({ input, session }: SessionView, point: RequestPoint): RequestSource {
  return { file: input.file, line: Math.max(0, point.line - session.firstOwnLine) };
}
