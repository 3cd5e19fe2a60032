/** Reads what the options of a render name, so that all that follows works on plain values. */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultMaxBytes, defaultRootMarkers } from './contract/agents-md.js';
import {
  type ChoosableSection,
  type ContextMode,
  type ContextRequest,
  type GoalRequest,
} from './contract/context-request.js';
import { PromptmillError } from './contract/errors.js';
import type { JsonRecord } from './contract/json-record.js';
import { defaultRenderOptions, type RenderOptions } from './contract/options.js';
import { rulesById, rulesProfiles, type RulesProfile } from './contract/rules.js';
import type { RenderContext } from './contract/session.js';
import { agentsMdSnapshot, localEnvironmentId } from './context/agents-md.js';
import { checkSettings, mergeSettings, Settings } from './context/settings.js';
import { trimEnd } from './contract/white-space.js';
import { selectKernel } from './kernels/select.js';
import { loadPack, type Pack } from './packs/load-pack.js';
import { discoverAgentsMd } from './sources/agents-md/discover.js';
import { readCatalog } from './sources/read-catalog.js';
import { readConfig, readInstructions, readText, textOrFile } from './sources/read-config.js';
import { readTools } from './sources/read-tools.js';

/** What a render goes by. Left out: the default. */
export interface ContextOptions {
  readonly at?: RenderOptions['at'] | undefined;
  readonly loader?: RenderOptions['loader'] | undefined;
  readonly provider?: RenderOptions['provider'] | undefined;
  readonly itemIds?: RenderOptions['itemIds'] | undefined;
  readonly rules?: RenderOptions['rules'] | undefined;
  /** Which kernel does the byte work; a named one is never replaced by another. */
  readonly kernel?: RenderOptions['kernel'] | undefined;
  /** Folder or name of a pack; the built-in one otherwise. */
  readonly pack?: string | undefined;
  /** Path of a model catalog; otherwise that of the pack, when it has one. */
  readonly catalog?: string | undefined;
  /** Path of a JSON array of tools. */
  readonly tools?: string | undefined;
  /** What becomes of the recorded context; `recorded` when only settings differ. */
  readonly context?: ContextMode | undefined;
  /** Settings that differ, nested by key; later ones count. */
  readonly set?: readonly JsonRecord[] | undefined;
  /** Path of settings in the form of `config.toml`, under those of `set`. */
  readonly config?: string | undefined;
  readonly keep?: readonly ChoosableSection[] | undefined;
  readonly drop?: readonly ChoosableSection[] | undefined;
  /** A folder that AGENTS.md documents are found from, or one document. */
  readonly agentsMd?: string | undefined;
  /** Objective of the goal that steers the thread, or `@FILE`. */
  readonly goal?: string | undefined;
  /** A user prompt that follows, or `@FILE`. */
  readonly prompt?: string | undefined;
}

/** What reads the files that options name most: a process that reads many options may keep what it has read. */
export interface ContextFiles {
  loadPack(nameOrPath: string | undefined): Pack;
  readCatalog(path: string): unknown;
  readTools(path: string): Uint8Array;
  /** Reads a goal or prompt: as such, or as `@FILE`. */
  readWords(given: string): string;
}

const fromDisk: ContextFiles = { loadPack, readCatalog, readTools, readWords: textOrFile };

/**
 * Reads what the options name: the pack, the catalog, the tools, the settings.
 * @throws PromptmillError `bad_pack`, `bad_catalog`, `bad_tools`, `bad_setting`, `usage`, `input_not_found`,
 * `input_unreadable`, `kernel_unavailable`
 */
export function readContext(
  options: ContextOptions,
  files: ContextFiles = fromDisk,
): RenderContext {
  // A named kernel that is not to be had ends the job here, not in each of its threads.
  if (options.kernel !== undefined && options.kernel !== 'auto') selectKernel(options.kernel);
  const pack = files.loadPack(options.pack);
  const catalog = options.catalog ?? pack.catalog;
  const context = readContextRequest(options, files);
  return {
    options: {
      at: atOf(options, context),
      loader: options.loader ?? defaultRenderOptions.loader,
      provider: options.provider ?? defaultRenderOptions.provider,
      itemIds: options.itemIds ?? defaultRenderOptions.itemIds,
      rules: options.rules ?? defaultRenderOptions.rules,
      kernel: options.kernel ?? defaultRenderOptions.kernel,
      ...(context === undefined ? {} : { context }),
    },
    texts: pack.texts,
    packName: pack.name,
    catalog: catalog === undefined ? undefined : files.readCatalog(catalog),
    tools: options.tools === undefined ? undefined : files.readTools(options.tools),
  };
}

/** A resume has one request, the next one. */
function atOf({ at }: ContextOptions, context: ContextRequest | undefined): RenderOptions['at'] {
  if (context?.mode !== 'resume') return at ?? defaultRenderOptions.at;
  if (at === undefined || at.kind === 'next') return { kind: 'next' };
  throw new PromptmillError('usage', 'a resume sends the next request, no recorded one', {
    found: `--context resume with --at ${at.kind === 'range' ? String(at.from) : at.kind}`,
    expected: '--at next',
  });
}

function readContextRequest(
  options: ContextOptions,
  files: ContextFiles,
): ContextRequest | undefined {
  const { keep = [], drop = [], goal, prompt } = options;
  const settings = readSettings(options);
  const agentsMd = readAgentsMd(options, new Settings(settings));
  const asks =
    options.context !== undefined ||
    Object.keys(settings).length > 0 ||
    keep.length + drop.length > 0 ||
    [agentsMd, goal, prompt].some((value) => value !== undefined);
  if (!asks) return undefined;
  refuseBoth(keep, drop);
  if (prompt !== undefined && options.context !== 'resume') {
    throw new PromptmillError('usage', 'a prompt follows a resume', {
      found: '--prompt without --context resume',
      expected: '--context resume, or --new',
    });
  }
  return {
    mode: options.context ?? 'recorded',
    settings,
    keep,
    drop,
    ...(agentsMd === undefined ? {} : { agentsMd }),
    ...(goal === undefined ? {} : { goal: goalOf(files.readWords(goal)) }),
    ...(prompt === undefined ? {} : { prompt: files.readWords(prompt) }),
  };
}

function goalOf(objective: string): GoalRequest {
  return { objective, tokensUsed: 0 };
}

function readSettings({ config, set = [] }: ContextOptions): JsonRecord {
  const under =
    config === undefined
      ? {}
      : checkSettings(readConfig(config), { name: config, isConfigFile: true });
  const given = set.reduce<JsonRecord>(mergeSettings, {});
  const over = checkSettings(given, { name: '--set', isConfigFile: false });
  const settings = mergeSettings(under, over);
  const file = settings['model_instructions_file'];
  if (typeof file !== 'string') return settings;
  // The file wins over instructions given in place (spec 1 §1.5).
  return { ...settings, instructions: readInstructions(file) };
}

/** A folder is searched as a session's working directory is; a file is the one document. */
function readAgentsMd(options: ContextOptions, given: Settings): ContextRequest['agentsMd'] {
  const { agentsMd } = options;
  if (agentsMd === undefined) return undefined;
  if (!isFolder(agentsMd)) {
    const text = readText(agentsMd);
    // A blank document is none.
    return trimEnd(text) === '' ? {} : { text };
  }
  const { loaded } = discoverAgentsMd({
    environments: [{ id: localEnvironmentId, cwd: resolve(agentsMd) }],
    rootMarkers: given.texts('project_root_markers') ?? defaultRootMarkers,
    fallbackNames: given.texts('project_doc_fallback_filenames') ?? [],
    maxBytes: given.count('project_doc_max_bytes') ?? defaultMaxBytes,
    rules: rulesFor(options),
  });
  return agentsMdSnapshot(loaded);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Documents are looked for once for all sessions: as the release asked for does, else as the newest. */
function rulesFor({ rules = 'auto' }: ContextOptions): RulesProfile {
  const chosen = rules === 'auto' ? rulesProfiles.at(-1) : rulesById(rules);
  if (chosen === undefined) throw new PromptmillError('unknown_rules', `no rules profile ${rules}`);
  return chosen;
}

function refuseBoth(keep: readonly ChoosableSection[], drop: readonly ChoosableSection[]): void {
  const both = keep.find((section) => drop.includes(section));
  if (both === undefined) return;
  throw new PromptmillError('usage', `${both} is to be kept and to be dropped`, {
    found: `--keep ${both} --drop ${both}`,
    expected: 'one of the two',
  });
}
