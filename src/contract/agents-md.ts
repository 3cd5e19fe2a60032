/** AGENTS.md documents as they were found or handed in, and what became of each file (spec 2 §1.5, §1.6). */

/** `project_root_markers` and `project_doc_max_bytes` when the configuration has none. */
export const defaultRootMarkers: readonly string[] = ['.git'];
export const defaultMaxBytes = 32_768;

/** The document of the user's own, trimmed. */
export interface AgentsMdUserDocument {
  readonly text: string;
  /** Where it was read from; undefined when it was handed in without a path. */
  readonly sourcePath?: string;
}

/** A project document with where it comes from. */
export interface AgentsMdEntry {
  readonly text: string;
  /** The path it was looked for at, links not followed; undefined when it was handed in without one. */
  readonly sourcePath?: string;
  readonly environmentId: string;
  /** The working directory of that environment. */
  readonly cwd: string;
}

/** Everything a thread was given: first the user's, then the projects', in the order of the environments. */
export interface LoadedAgentsMd {
  readonly user?: AgentsMdUserDocument;
  readonly entries: readonly AgentsMdEntry[];
}

/** What the system said of a path, and what was being done there. */
export interface AgentsMdProblem {
  readonly path: string;
  /** The system's name for it, e.g. `ELOOP`. */
  readonly code: string;
  readonly doing: 'looking for a project root' | 'looking for a document' | 'reading a document';
}

/** Why nothing of a file is told. */
export type AgentsMdSkip =
  /** White space only, as far as the budget let it be read. */
  | { readonly why: 'blank' }
  /** A directory, a pipe, a socket or a device. */
  | { readonly why: 'not_a_file' }
  /** A link that leads nowhere. */
  | { readonly why: 'dangling_link' }
  /** Another file of the directory comes before it. */
  | { readonly why: 'hidden'; readonly by: string }
  /** The files before it took all bytes there were. */
  | { readonly why: 'budget_spent' }
  /** An error at one path gave up every project document of the environment. */
  | { readonly why: 'aborted'; readonly problem: AgentsMdProblem }
  /** The user's file could not be read; that gives up no other. */
  | { readonly why: 'unreadable'; readonly problem: AgentsMdProblem }
  /** Documents of a project that is not trusted are left out. */
  | { readonly why: 'untrusted' };

/** What became of one file that was looked at. */
export interface AgentsMdFileReport {
  readonly path: string;
  readonly level: 'user' | 'project';
  /** Undefined on the user's level. */
  readonly environmentId?: string;
  /** Size of the file; undefined when it is no file or can't be asked. */
  readonly sizeBytes?: number;
  /** Bytes of the file that are told. */
  readonly usedBytes: number;
  /** Bytes of the file that are not: the rest behind a cut, white space around the user's text, or all. */
  readonly lostBytes: number;
  /** Where the byte budget ended inside the file. */
  readonly cutAtBytes?: number;
  readonly skipped?: AgentsMdSkip;
}

/** What the search did in one environment. */
export interface AgentsMdEnvironmentReport {
  readonly environmentId: string;
  readonly cwd: string;
  /** The directory that holds a marker; undefined: none does, and only the working directory counts. */
  readonly projectRoot?: string;
  /** Bytes the project's documents may have together; less where environments before it took of the same budget. */
  readonly budgetBytes: number;
  readonly usedBytes: number;
  /** The error that gave up the environment's documents. */
  readonly aborted?: AgentsMdProblem;
}

export interface AgentsMdDiscovery {
  readonly loaded: LoadedAgentsMd;
  readonly environments: readonly AgentsMdEnvironmentReport[];
  /** The user's files, then for each environment those passed over and those read. Names that do not exist are not in it. */
  readonly files: readonly AgentsMdFileReport[];
}
