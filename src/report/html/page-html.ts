/** Puts a page together: one file that loads nothing, and runs nothing but its own script. */

import { createHash } from 'node:crypto';
import { embedJson, escapeHtml } from './embed-json.js';
import type { PageData } from './page-data.js';

/** What the build made of `page/`. */
export interface PageAssets {
  /** The document, with `<!-- NAME -->` where an element goes. */
  readonly frame: string;
  readonly style: string;
  readonly script: string;
}

/** The texts of the session stand in it as JSON only; the content policy forbids every script but the page's own. */
export function pageHtml(data: PageData, { frame, style, script }: PageAssets): string {
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  const title = escapeHtml(`${data.session.threadId}: what the model was sent`);
  const elements: Readonly<Record<string, string>> = {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    title: `<title>${title}</title>`,
    style: `<style>${style}</style>`,
    data: `<script type="application/json" id="data">${embedJson(data)}</script>`,
    script: `<script>${script}</script>`,
  };
  return frame.replace(/<!-- (\w+) -->/g, (place, name: string) => elements[name] ?? place);
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
