/** Makes what a thread needs for all its sessions: kernel, catalog, buffers that are reused from one to the next. */

import { JsonText } from '../cache/json-text.js';
import { TextCache } from '../cache/text-cache.js';
import { Catalog } from '../catalog/catalog.js';
import type { JsonScanner, Kernel, LineScanner } from '../contract/kernels.js';
import { renderedTextBytes } from '../contract/limits.js';
import { LineIndex } from '../contract/line-index.js';
import type { KernelChoice, RenderOptions } from '../contract/options.js';
import type { RenderContext } from '../contract/session.js';
import type { PackTexts } from '../contract/texts.js';
import { findAtom } from '../kernels/js/atom-table.js';
import { selectKernel } from '../kernels/select.js';
import type { FindAtom } from '../rollout/line-head.js';
import { PreparedRecast } from './recast/prepared-recast.js';

/** What has nothing to do with options: buffers and scanners that are used for one session at a time. */
export interface Workbench {
  readonly kernel: Kernel;
  readonly findAtom: FindAtom;
  readonly scanner: JsonScanner;
  readonly lineScanner: LineScanner;
  readonly index: LineIndex;
  /** Prints base instructions. */
  readonly jsonText: JsonText;
  /** Buffers that grow and are handed from session to session. */
  readonly scratch: { kept: Uint8Array };
}

export interface PreparedContext extends Workbench {
  readonly options: RenderOptions;
  readonly texts: PackTexts;
  readonly packName: string;
  readonly catalog: Catalog;
  readonly hasCatalog: boolean;
  readonly tools: Uint8Array | undefined;
  readonly hasOneTruncationPolicy: boolean;
  /** Models' rendered instructions: a corpus has many sessions over few models. */
  readonly renderedTexts: TextCache;
  /** What of the context differs; undefined: nothing. */
  readonly recast: PreparedRecast | undefined;
}

/** @throws PromptmillError `kernel_unavailable` */
export function createWorkbench(choice: KernelChoice): Workbench {
  const { kernel } = selectKernel(choice);
  return {
    kernel,
    findAtom,
    scanner: kernel.createScanner(),
    lineScanner: kernel.createLineScanner(),
    index: new LineIndex(),
    jsonText: new JsonText(),
    scratch: { kept: new Uint8Array(1024 * 1024) },
  };
}

/**
 * @param bench may be shared by contexts whose sessions are rendered one after the other
 * @throws PromptmillError `bad_catalog` · `kernel_unavailable`
 */
export function prepareContext(
  context: RenderContext,
  bench: Workbench = createWorkbench(context.options.kernel),
): PreparedContext {
  const catalog = new Catalog(context.catalog);
  return {
    ...bench,
    options: context.options,
    texts: context.texts,
    packName: context.packName,
    catalog,
    hasCatalog: context.catalog !== undefined,
    tools: context.tools,
    hasOneTruncationPolicy: catalog.hasOneTruncationPolicy(),
    recast:
      context.options.context === undefined
        ? undefined
        : new PreparedRecast(context.options.context),
    renderedTexts: new TextCache(renderedTextBytes),
  };
}
