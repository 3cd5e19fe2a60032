/**
 * Reads from files what a render goes by. Alone in its file, so that a command that leaves the rendering to threads does
 * not load the pipeline as well (measured: 60 ms).
 */

import { defaultRenderOptions, type RenderOptions } from './contract/options.js';
import type { RenderContext } from './contract/session.js';
import { loadPack } from './packs/load-pack.js';
import { readCatalog } from './sources/read-catalog.js';
import { readTools } from './sources/read-tools.js';

/** What a render goes by. Left out: the default. */
export interface ContextOptions {
  readonly at?: RenderOptions['at'] | undefined;
  readonly loader?: RenderOptions['loader'] | undefined;
  readonly provider?: RenderOptions['provider'] | undefined;
  readonly itemIds?: RenderOptions['itemIds'] | undefined;
  readonly rules?: RenderOptions['rules'] | undefined;
  /** Folder of a pack; the built-in one otherwise. */
  readonly pack?: string | undefined;
  /** Path of a model catalog. */
  readonly catalog?: string | undefined;
  /** Path of a JSON array of tools. */
  readonly tools?: string | undefined;
}

/**
 * Reads what the options name: the pack, the catalog, the tools.
 * @throws PromptmillError `bad_pack`, `bad_catalog`, `bad_tools`, `input_not_found`, `input_unreadable`
 */
export function readContext(options: ContextOptions): RenderContext {
  const pack = loadPack(options.pack);
  return {
    options: {
      at: options.at ?? defaultRenderOptions.at,
      loader: options.loader ?? defaultRenderOptions.loader,
      provider: options.provider ?? defaultRenderOptions.provider,
      itemIds: options.itemIds ?? defaultRenderOptions.itemIds,
      rules: options.rules ?? defaultRenderOptions.rules,
    },
    texts: pack.texts,
    packName: pack.name,
    catalog: options.catalog === undefined ? undefined : readCatalog(options.catalog),
    tools: options.tools === undefined ? undefined : readTools(options.tools),
  };
}
