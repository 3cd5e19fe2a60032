/** Finds the AGENTS.md documents that a session would be told, and says what became of each file (spec 2 §1.1–1.6). */

import { resolve } from 'node:path';
import {
  type AgentsMdDiscovery,
  type AgentsMdEntry,
  type AgentsMdEnvironmentReport,
  type AgentsMdFileReport,
  type AgentsMdProblem,
  type AgentsMdSkip,
  defaultMaxBytes,
  defaultRootMarkers,
} from '../../contract/agents-md.js';
import type { RulesProfile } from '../../contract/rules.js';
import { AgentsMdFailure } from './ask-path.js';
import { candidateNames, chooseDocument, type FoundFile } from './choose-document.js';
import { findProjectRoot, projectDirectories } from './find-project-root.js';
import { type ReadDocument, readDocuments } from './read-documents.js';
import { readUserDocument } from './read-user-document.js';

/** An environment of the session: documents are looked for from its working directory upwards. */
export interface AgentsMdPlace {
  readonly id: string;
  /** Taken as written: links in it are not followed upwards. */
  readonly cwd: string;
}

export type AgentsMdRules = Pick<
  RulesProfile,
  'tellsUntrustedDocs' | 'markerErrorsAbort' | 'fallbackPaths' | 'sharesDocumentBudget'
>;

export interface DiscoverOptions {
  /** In the order in which they were selected, the primary one first. */
  readonly environments: readonly AgentsMdPlace[];
  /** The folder of the user's own document; undefined: there is none. */
  readonly codexHome?: string;
  /** `project_root_markers` */
  readonly rootMarkers?: readonly string[];
  /** `project_doc_fallback_filenames` */
  readonly fallbackNames?: readonly string[];
  /** `project_doc_max_bytes`, for each environment or for all of them by the rules; 0: no project documents. */
  readonly maxBytes?: number;
  /** The project is marked as untrusted; what that means is a rule. */
  readonly isUntrusted?: boolean;
  readonly rules: AgentsMdRules;
}

/** Looks for the documents and reads them. Whatever the file system refuses is in the report; nothing is thrown. */
export function discoverAgentsMd(options: DiscoverOptions): AgentsMdDiscovery {
  const user =
    options.codexHome === undefined ? { files: [] } : readUserDocument(options.codexHome);
  const places = searchPlaces(options);
  return {
    loaded: {
      ...(user.document && { user: user.document }),
      entries: places.flatMap(({ entries }) => entries),
    },
    environments: places.map(({ report }) => report),
    files: [...user.files, ...places.flatMap(({ files }) => files)],
  };
}

interface PlaceResult {
  readonly entries: readonly AgentsMdEntry[];
  readonly files: readonly AgentsMdFileReport[];
  readonly report: AgentsMdEnvironmentReport;
}

function searchPlaces(options: DiscoverOptions): readonly PlaceResult[] {
  const places: PlaceResult[] = [];
  let budgetBytes = options.maxBytes ?? defaultMaxBytes;
  for (const place of options.environments) {
    const result = searchPlace(place, budgetBytes, options);
    places.push(result);
    if (options.rules.sharesDocumentBudget) budgetBytes -= result.report.usedBytes;
  }
  return places;
}

function searchPlace(
  place: AgentsMdPlace,
  budgetBytes: number,
  options: DiscoverOptions,
): PlaceResult {
  const search = new PlaceSearch(place, options);
  let documents: readonly ReadDocument[] = [];
  try {
    search.chooseFiles();
    if (options.isUntrusted === true && !options.rules.tellsUntrustedDocs) {
      search.skipChosen({ why: 'untrusted' });
    } else {
      documents = readDocuments(search.chosen, budgetBytes);
    }
  } catch (error) {
    if (!(error instanceof AgentsMdFailure)) throw error;
    search.abort(error.problem);
  }
  const cwd = resolve(place.cwd);
  return {
    entries: documents.flatMap(({ outcome, path }) =>
      'text' in outcome
        ? [{ text: outcome.text, sourcePath: path, environmentId: place.id, cwd }]
        : [],
    ),
    files: [...search.files, ...documents.map((document) => fileReport(document, place.id))],
    report: {
      environmentId: place.id,
      cwd,
      ...(search.root !== undefined && { projectRoot: search.root }),
      budgetBytes,
      usedBytes: documents.reduce((sum, { usedBytes }) => sum + usedBytes, 0),
      ...(search.problem && { aborted: search.problem }),
    },
  };
}

/** One environment's search, which may break off at any path: what it saw until then is kept for the report. */
class PlaceSearch {
  readonly #place: AgentsMdPlace;
  readonly #options: DiscoverOptions;
  readonly chosen: FoundFile[] = [];
  readonly files: AgentsMdFileReport[] = [];
  root: string | undefined;
  problem: AgentsMdProblem | undefined;

  constructor(place: AgentsMdPlace, options: DiscoverOptions) {
    this.#place = place;
    this.#options = options;
  }

  /** @throws AgentsMdFailure */
  chooseFiles(): void {
    const { rootMarkers = defaultRootMarkers, fallbackNames = [], rules } = this.#options;
    const cwd = resolve(this.#place.cwd);
    this.root = findProjectRoot(cwd, rootMarkers, rules);
    const names = candidateNames(fallbackNames, rules);
    for (const directory of projectDirectories(cwd, this.root)) {
      const { file, passed } = chooseDocument(directory, names);
      if (file !== undefined) this.chosen.push(file);
      for (const { path, sizeBytes, skipped } of passed) this.#report(path, skipped, sizeBytes);
    }
  }

  /** Nothing of the files counts. */
  skipChosen(skipped: AgentsMdSkip): void {
    for (const { path, sizeBytes } of this.chosen) this.#report(path, skipped, sizeBytes);
  }

  abort(problem: AgentsMdProblem): void {
    this.problem = problem;
    this.skipChosen({ why: 'aborted', problem });
    const isReported = this.chosen.some(({ path }) => path === problem.path);
    if (!isReported) this.#report(problem.path, { why: 'aborted', problem });
  }

  #report(path: string, skipped: AgentsMdSkip, sizeBytes?: number): void {
    this.files.push({
      path,
      level: 'project',
      environmentId: this.#place.id,
      ...(sizeBytes !== undefined && { sizeBytes }),
      usedBytes: 0,
      lostBytes: sizeBytes ?? 0,
      skipped,
    });
  }
}

function fileReport(document: ReadDocument, environmentId: string): AgentsMdFileReport {
  const { path, sizeBytes, usedBytes, cutAtBytes, outcome } = document;
  return {
    path,
    level: 'project',
    environmentId,
    sizeBytes,
    usedBytes,
    lostBytes: sizeBytes - usedBytes,
    ...(cutAtBytes !== undefined && { cutAtBytes }),
    ...('skipped' in outcome && { skipped: outcome.skipped }),
  };
}
