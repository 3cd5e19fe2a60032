/** Reads what the build made of `page/`: it lies beside this file in `dist/`. */

import { readFileSync } from 'node:fs';
import type { PageAssets } from './page-html.js';

export function readPageAssets(folder = new URL('page/', import.meta.url)): PageAssets {
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  return { frame: read('page.html'), style: read('page.css'), script: read('page.js') };
}
