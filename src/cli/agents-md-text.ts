/** What became of each AGENTS.md file, in sentences. */

import { countText } from '../batch/progress.js';
import type {
  AgentsMdDiscovery,
  AgentsMdFileReport,
  AgentsMdProblem,
  AgentsMdSkip,
} from '../contract/agents-md.js';

/** @param fragment what the session is told; undefined: nothing */
export function agentsMdText(discovery: AgentsMdDiscovery, fragment: string | undefined): string {
  const rows = [
    fragment === undefined
      ? 'A session is told of no document.'
      : `A session is told ${bytes(Buffer.byteLength(fragment))}.`,
    ...discovery.environments.flatMap(({ cwd, projectRoot, budgetBytes, usedBytes, aborted }) => [
      projectRoot === undefined
        ? `No root of a project above ${cwd}: only its own documents count.`
        : `The project begins at ${projectRoot}.`,
      aborted === undefined
        ? `Its documents have ${bytes(usedBytes)} of the ${bytes(budgetBytes)} they may have.`
        : `Its documents were given up: ${problemText(aborted)}.`,
    ]),
    ...discovery.files.map(fileText),
  ];
  return `${rows.join('\n')}\n`;
}

function fileText(file: AgentsMdFileReport): string {
  const { path, sizeBytes = 0, usedBytes, lostBytes, cutAtBytes, skipped } = file;
  if (skipped !== undefined) {
    const size = lostBytes === 0 ? 'it' : `its ${bytes(lostBytes)}`;
    return `${path}: nothing is told of ${size}: ${skipText(skipped, cutAtBytes)}`;
  }
  if (lostBytes === 0) return `${path}: all of its ${bytes(usedBytes)}`;
  const part = `${path}: ${String(usedBytes)} of its ${bytes(sizeBytes)}`;
  return cutAtBytes === undefined
    ? `${part}, without the white space around`
    : `${part}, cut at byte ${String(cutAtBytes)} where the budget ended`;
}

function skipText(skipped: AgentsMdSkip, cutAtBytes: number | undefined): string {
  switch (skipped.why) {
    case 'blank':
      return cutAtBytes === undefined
        ? 'it is blank'
        : `it is blank up to byte ${String(cutAtBytes)}, where the budget ended`;
    case 'not_a_file':
      return 'it is no regular file';
    case 'dangling_link':
      return 'it is a link that leads nowhere';
    case 'hidden':
      return `${skipped.by} comes before it`;
    case 'budget_spent':
      return 'the documents before it took all the bytes there were';
    case 'aborted':
      return `one error gave up the project: ${problemText(skipped.problem)}`;
    case 'unreadable':
      return problemText(skipped.problem);
    case 'untrusted':
      return 'the project is not trusted';
    default:
      return skipped satisfies never;
  }
}

function problemText({ path, code, doing }: AgentsMdProblem): string {
  return `${doing} at ${path} the system said ${code}`;
}

function bytes(count: number): string {
  return countText(count, 'byte');
}
