/** Reads what the build made of `page/`. */

import { readFileSync } from 'node:fs';
import { codeRoot } from '../../contract/code-root.js';
import type { PageAssets } from './page-html.js';

/** @param folder where the build put them */
export function readPageAssets(folder = new URL('report/html/page/', codeRoot)): PageAssets {
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  return { frame: read('page.html'), style: read('page.css'), script: read('page.js') };
}
