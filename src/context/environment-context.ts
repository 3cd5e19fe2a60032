/** The environment section: where the session works, and what is told when that changes (spec 2 §2.1, §2.4). */

import { sortByCodePoints } from '../contract/code-point-order.js';
import type { EnvironmentSnapshot, EnvironmentsSnapshot } from '../contract/context.js';
import { escapeXml } from '../contract/escape-xml.js';
import type { EnvironmentRules } from './environments-snapshot.js';

/** Domains that the managed configuration allows and denies. */
export interface NetworkDomains {
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
}

/** The whole section as a fragment. */
export function fullEnvironments(snapshot: EnvironmentsSnapshot, rules: EnvironmentRules): string {
  const told = Object.entries(snapshot.environments).map(([id, environment]) => ({
    id,
    environment,
  }));
  const tellsPrimary = rules.tellsPrimaryEnvironment && hasSeveral(snapshot);
  return fragment({ told, removedIds: [], tellsPrimary }, snapshot);
}

/**
 * What is told when the section changed: the environments that did, and everything else anew; undefined when nothing
 * has to be said. Sub-agents that come and go are no change.
 *
 * @param previous what was told before; undefined when that is not known: everything is told
 */
export function changedEnvironments(
  previous: EnvironmentsSnapshot | undefined,
  current: EnvironmentsSnapshot,
  rules: EnvironmentRules,
): string | undefined {
  if (previous === undefined) return fullEnvironments(current, rules);
  const removedIds = Object.keys(previous.environments).filter(
    (id) => !Object.hasOwn(current.environments, id),
  );
  // Being the only one or one of several is what the primary one is told for.
  const isTurned = rules.tellsPrimaryEnvironment && hasSeveral(previous) !== hasSeveral(current);
  const told = Object.entries(current.environments).flatMap(([id, environment]) => {
    const before = Object.hasOwn(previous.environments, id) ? previous.environments[id] : undefined;
    return isTurned || !isSame(before, environment) ? [{ id, environment }] : [];
  });
  const isQuiet = removedIds.length === 0 && told.length === 0;
  if (isQuiet && toldAlways.every((key) => previous[key] === current[key])) return undefined;
  const tellsPrimary =
    rules.tellsPrimaryEnvironment && (hasSeveral(previous) || hasSeveral(current));
  return fragment({ told, removedIds, tellsPrimary }, current);
}

/** The element for the domains of the managed configuration; told whenever that has rules for the network. */
export function networkElement({ allowed, denied }: NetworkDomains): string {
  // Domains are told as they are: nothing in them is escaped.
  const lists = `${domainList('allowed', allowed)}${domainList('denied', denied)}`;
  return `<network enabled="true">${lists}</network>`;
}

/** Parts that every update tells, and that make one necessary. */
const toldAlways = ['current_date', 'timezone', 'network', 'filesystem'] as const;

interface ToldEnvironment {
  readonly id: string;
  readonly environment: EnvironmentSnapshot;
}

interface Told {
  readonly told: readonly ToldEnvironment[];
  readonly removedIds: readonly string[];
  readonly tellsPrimary: boolean;
}

function fragment(environments: Told, snapshot: EnvironmentsSnapshot): string {
  const { current_date: date, timezone, network, filesystem, subagents } = snapshot;
  const lines = [
    '<environment_context>',
    ...environmentLines(environments, snapshot),
    ...(date === undefined ? [] : [`  <current_date>${escapeXml(date)}</current_date>`]),
    ...(timezone === undefined ? [] : [`  <timezone>${escapeXml(timezone)}</timezone>`]),
    ...(network === undefined ? [] : [`  ${network}`]),
    ...(filesystem === undefined ? [] : [`  ${filesystem}`]),
    ...subagentLines(subagents),
    '</environment_context>',
  ];
  return lines.join('\n');
}

/** One environment that is ready needs no id; several, one that starts, or one that is gone are a list. */
function environmentLines(
  { told, removedIds, tellsPrimary }: Told,
  snapshot: EnvironmentsSnapshot,
): readonly string[] {
  if (told.length === 0 && removedIds.length === 0) return [];
  const [only] = Object.values(snapshot.environments);
  const isSingle = !hasSeveral(snapshot) && removedIds.length === 0;
  if (isSingle && only?.status === 'available') return placeLines(only, '  ');

  const isAlone = !hasSeveral(snapshot);
  const entries = new Map<string, readonly string[]>([
    ...told.map(({ id, environment }) => {
      const isPrimary = isAlone ? environment.status === 'available' : environment.is_primary;
      const flag = tellsPrimary ? ` primary="${String(isPrimary ?? false)}"` : '';
      return [id, environmentEntry(id, environment, flag)] as const;
    }),
    ...removedIds.map(
      (id) => [id, [`    <environment${idOf(id)} status="unavailable" />`]] as const,
    ),
  ]);
  const inOrder = sortByCodePoints([...entries.keys()]).flatMap((id) => entries.get(id) ?? []);
  return ['  <environments>', ...inOrder, '  </environments>'];
}

function environmentEntry(
  id: string,
  environment: EnvironmentSnapshot,
  flag: string,
): readonly string[] {
  return [
    `    <environment${idOf(id)}${flag}>`,
    ...placeLines(environment, '      '),
    '    </environment>',
  ];
}

function idOf(id: string): string {
  return ` id="${escapeXml(id)}"`;
}

function placeLines(
  { cwd, status, shell }: EnvironmentSnapshot,
  indent: string,
): readonly string[] {
  const place = `${indent}<cwd>${escapeXml(cwd)}</cwd>`;
  if (status === 'starting') return [place, `${indent}<status>starting</status>`];
  return shell === undefined ? [place] : [place, `${indent}<shell>${escapeXml(shell)}</shell>`];
}

function subagentLines(subagents: string | undefined): readonly string[] {
  if (subagents === undefined || subagents === '') return [];
  const lines = subagents.replace(/\n$/, '').split('\n');
  return ['  <subagents>', ...lines.map((line) => `    ${line}`), '  </subagents>'];
}

function domainList(name: 'allowed' | 'denied', domains: readonly string[]): string {
  if (domains.length === 0) return '';
  return `<${name}>${sortByCodePoints(domains).join(',')}</${name}>`;
}

function hasSeveral({ environments }: EnvironmentsSnapshot): boolean {
  return Object.keys(environments).length > 1;
}

function isSame(one: EnvironmentSnapshot | undefined, other: EnvironmentSnapshot): boolean {
  return (
    one?.cwd === other.cwd &&
    one.status === other.status &&
    one.shell === other.shell &&
    (one.is_primary ?? false) === (other.is_primary ?? false)
  );
}
