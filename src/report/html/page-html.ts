/** Puts a page together: one file that loads nothing, and runs nothing but its own script. */

import { createHash } from 'node:crypto';
import { embedJson, escapeHtml } from './embed-json.js';
import type { PageData } from './page-data.js';

/** What the build made of `page/`. */
export interface PageAssets {
  /** The document, with `{{NAME}}` where something goes. */
  readonly frame: string;
  readonly style: string;
  readonly script: string;
}

/** The texts of the session stand in it as JSON only; the content policy forbids every script but the page's own. */
export function pageHtml(data: PageData, { frame, style, script }: PageAssets): string {
  const places: Readonly<Record<string, string>> = {
    policy: `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`,
    title: escapeHtml(`${data.session.threadId}: what the model was sent`),
    style,
    script,
    data: embedJson(data),
  };
  return frame.replace(/\{\{(\w+)\}\}/g, (place, name: string) => places[name] ?? place);
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
