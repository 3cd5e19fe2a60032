/** Reads an environment context back from its text, and changes single elements of it in place (spec 2 §2.1). */

import type { EnvironmentSnapshot, EnvironmentsSnapshot } from '../contract/context.js';
import { escapeXml } from '../contract/escape-xml.js';
import { optional } from '../contract/optional-member.js';

/** What one fragment tells; an update tells only what changed. */
export type ToldEnvironments = Partial<EnvironmentsSnapshot>;

/** The id under which an environment is kept that the text does not name. */
export const unnamedEnvironment = 'local';

const listed =
  /<environment id="([^"]*)">\s*<cwd>([^<]*)<\/cwd>\s*(?:<shell>([^<]*)<\/shell>\s*)?(<status>starting<\/status>\s*)?<\/environment>/g;
const elements = {
  current_date: /^ {2}<current_date>([^<]*)<\/current_date>$/m,
  timezone: /^ {2}<timezone>([^<]*)<\/timezone>$/m,
} as const;
const rendered = {
  network: /^ {2}(<network [^\n]*<\/network>)$/m,
  filesystem: /^ {2}(<filesystem>[^\n]*<\/filesystem>)$/m,
} as const;
const subagents = /^ {2}<subagents>\n((?: {4}[^\n]*\n)*) {2}<\/subagents>$/m;
const cwd = /^ {2}<cwd>([^<]*)<\/cwd>$/m;
const shell = /^ {2}<shell>([^<]*)<\/shell>$/m;

/** @param text a whole fragment */
export function readEnvironment(text: string): ToldEnvironments {
  const environments = { ...singleEnvironment(text), ...listedEnvironments(text) };
  const agents = subagents.exec(text)?.[1];
  return {
    ...(Object.keys(environments).length === 0 ? {} : { environments }),
    ...optional('current_date', unescaped(elements.current_date.exec(text)?.[1])),
    ...optional('timezone', unescaped(elements.timezone.exec(text)?.[1])),
    ...optional('network', rendered.network.exec(text)?.[1]),
    ...optional('filesystem', rendered.filesystem.exec(text)?.[1]),
    ...optional('subagents', agents?.replaceAll(/^ {4}/gm, '').trimEnd()),
  };
}

/** What several fragments tell together, the oldest first. */
export function joinEnvironments(told: readonly ToldEnvironments[]): EnvironmentsSnapshot {
  const environments: Record<string, EnvironmentSnapshot> = {};
  const joined: Record<string, unknown> = {};
  for (const { environments: named, ...rest } of told) {
    Object.assign(environments, named);
    Object.assign(joined, rest);
  }
  return { ...joined, environments };
}

/** Elements to change; one that the fragment does not have stays away. */
export interface EnvironmentEdit {
  readonly cwd?: string;
  readonly shell?: string;
  readonly current_date?: string;
  readonly timezone?: string;
  /** Rendered elements. */
  readonly network?: string;
  readonly filesystem?: string;
}

/** The fragment with those elements changed where they stand. */
export function editEnvironment(text: string, edit: EnvironmentEdit): string {
  let edited = text;
  const change = (pattern: RegExp, element: string | undefined): void => {
    if (element !== undefined) edited = edited.replace(pattern, () => `  ${element}`);
  };
  change(cwd, element('cwd', edit.cwd));
  change(shell, element('shell', edit.shell));
  change(elements.current_date, element('current_date', edit.current_date));
  change(elements.timezone, element('timezone', edit.timezone));
  change(rendered.network, edit.network);
  change(rendered.filesystem, edit.filesystem);
  return edited;
}

function element(name: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `<${name}>${escapeXml(value)}</${name}>`;
}

function singleEnvironment(text: string): Readonly<Record<string, EnvironmentSnapshot>> {
  const place = unescaped(cwd.exec(text)?.[1]);
  if (place === undefined) return {};
  const name = unescaped(shell.exec(text)?.[1]);
  return {
    [unnamedEnvironment]: { cwd: place, status: 'available', ...optional('shell', name) },
  };
}

function listedEnvironments(text: string): Readonly<Record<string, EnvironmentSnapshot>> {
  const found: Record<string, EnvironmentSnapshot> = {};
  for (const [, id = '', place = '', name, starting] of text.matchAll(listed)) {
    found[unescaped(id) ?? ''] = {
      cwd: unescaped(place) ?? '',
      status: starting === undefined ? 'available' : 'starting',
      ...optional('shell', unescaped(name)),
    };
  }
  return found;
}

const entities = [
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
] as const;

function unescaped(text: string | undefined): string | undefined {
  // The ampersand last, so that what it stood for is not read as an entity.
  return entities
    .toReversed()
    .reduce((done, [entity, char]) => done?.replaceAll(entity, char), text);
}
