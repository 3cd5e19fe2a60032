/** Keeps what records are rendered by: contexts by their options, packs, catalogs and tools by their paths. */

import { LRUCache } from 'lru-cache';
import { specOptions } from '../assembler.js';
import {
  createWorkbench,
  type PreparedContext,
  prepareContext,
  type Workbench,
} from '../assemble/prepare-context.js';
import { loadPack } from '../packs/load-pack.js';
import { type ContextFiles, type ContextOptions, readContext } from '../read-context.js';
import { readCatalog } from '../sources/read-catalog.js';
import type { SessionSpec } from '../sources/read-session-spec.js';
import { readTools } from '../sources/read-tools.js';
import { keyOf, mergeOptions, type RecordOptions } from './record-options.js';

/** Contexts beside the usual one; each may come to hold some megabytes of rendered texts. */
const mostContexts = 16;
const mostFiles = 16;

/**
 * Records are rendered one after the other, so all contexts share one set of buffers and scanners.
 *
 * Files that options name are read once, and again only when they were not used for long: one that changes meanwhile
 * may be seen or not.
 */
export class ContextShelf {
  private readonly bench: Workbench;
  private readonly files = keptFiles();
  private readonly contexts = new LRUCache<string, PreparedContext>({ max: mostContexts });
  private defaults: ContextOptions = {};
  private usualKey = '';
  private usual: PreparedContext;

  /**
   * @param defaults options of records that name none
   * @throws PromptmillError as `readContext`
   */
  constructor(defaults: ContextOptions) {
    this.bench = createWorkbench(defaults.kernel ?? 'auto');
    this.usual = this.setDefaults(defaults);
  }

  /** Has further options count where records name none. */
  amendDefaults(options: RecordOptions): ContextOptions {
    this.setDefaults(mergeOptions(this.defaults, options));
    return this.defaults;
  }

  /** What a rollout is rendered by. */
  forRollout(options: RecordOptions): PreparedContext {
    const merged = mergeOptions(this.defaults, options);
    const key = keyOf(merged);
    if (key === this.usualKey) return this.usual;
    const known = this.contexts.get(key);
    if (known !== undefined) return known;
    const context = this.prepare(merged);
    this.contexts.set(key, context);
    return context;
  }

  /** What a spec is rendered by. Each is of its own kind, so nothing but files is kept. */
  forSpec(spec: SessionSpec, options: RecordOptions): PreparedContext {
    return this.prepare(specOptions(spec, mergeOptions(this.defaults, options)));
  }

  private setDefaults(defaults: ContextOptions): PreparedContext {
    this.defaults = mergeOptions(defaults, {});
    this.usualKey = keyOf(this.defaults);
    this.usual = this.prepare(this.defaults);
    return this.usual;
  }

  private prepare(options: ContextOptions): PreparedContext {
    return prepareContext(readContext(options, this.files), this.bench);
  }
}

function keptFiles(): ContextFiles {
  const packs = kept((nameOrPath) => loadPack(nameOrPath === '' ? undefined : nameOrPath));
  const catalogs = kept((path) => ({ json: readCatalog(path) }));
  return {
    loadPack: (nameOrPath = '') => packs(nameOrPath),
    readCatalog: (path) => catalogs(path).json,
    readTools: kept(readTools),
    // Words that came over a wire are words: what begins with an @ opens no file.
    readWords: (given) => given,
  };
}

function kept<Value extends object>(read: (path: string) => Value): (path: string) => Value {
  const cache = new LRUCache<string, Value>({ max: mostFiles });
  return (path) => {
    const known = cache.get(path);
    if (known !== undefined) return known;
    const value = read(path);
    cache.set(path, value);
    return value;
  };
}
