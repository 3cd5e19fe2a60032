/** Makes what a thread needs for all its sessions: kernel, catalog, buffers that are reused from one to the next. */

import { JsonText } from '../cache/json-text.js';
import { TextCache } from '../cache/text-cache.js';
import { Catalog } from '../catalog/catalog.js';
import type { JsonScanner, Kernel, LineScanner } from '../contract/kernels.js';
import { renderedTextBytes } from '../contract/limits.js';
import { LineIndex } from '../contract/line-index.js';
import type { RenderOptions } from '../contract/options.js';
import type { RenderContext } from '../contract/session.js';
import type { PackTexts } from '../contract/texts.js';
import { findAtom } from '../kernels/js/atom-table.js';
import { selectKernel } from '../kernels/select.js';
import type { FindAtom } from '../rollout/line-head.js';
import { PreparedRecast } from './recast/prepared-recast.js';

export interface PreparedContext {
  readonly options: RenderOptions;
  readonly texts: PackTexts;
  readonly packName: string;
  readonly catalog: Catalog;
  readonly hasCatalog: boolean;
  readonly tools: Uint8Array | undefined;
  readonly kernel: Kernel;
  readonly findAtom: FindAtom;
  readonly scanner: JsonScanner;
  readonly lineScanner: LineScanner;
  readonly index: LineIndex;
  readonly hasOneTruncationPolicy: boolean;
  /** Models' rendered instructions: a corpus has many sessions over few models. */
  readonly renderedTexts: TextCache;
  /** What of the context differs; undefined: nothing. */
  readonly recast: PreparedRecast | undefined;
  /** Prints base instructions. */
  readonly jsonText: JsonText;
  /** Buffers that grow and are handed from session to session. */
  readonly scratch: { kept: Uint8Array };
}

/**
 * @throws PromptmillError `bad_catalog` · `kernel_unavailable`
 */
export function prepareContext(context: RenderContext): PreparedContext {
  const { kernel } = selectKernel(context.options.kernel);
  const catalog = new Catalog(context.catalog);
  return {
    options: context.options,
    texts: context.texts,
    packName: context.packName,
    catalog,
    hasCatalog: context.catalog !== undefined,
    tools: context.tools,
    kernel,
    findAtom,
    scanner: kernel.createScanner(),
    lineScanner: kernel.createLineScanner(),
    index: new LineIndex(),
    hasOneTruncationPolicy: catalog.hasOneTruncationPolicy(),
    recast:
      context.options.context === undefined
        ? undefined
        : new PreparedRecast(context.options.context),
    renderedTexts: new TextCache(renderedTextBytes),
    jsonText: new JsonText(),
    scratch: { kept: new Uint8Array(1024 * 1024) },
  };
}
