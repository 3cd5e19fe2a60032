/** Which session this is. */

import { element, frame } from './element.js';
import type { Model } from './model.js';
import { counted, shortBytes } from './numbers.js';
import { fileName, sourceKinds, sourceWords } from './source-words.js';

export function drawHeader({ data }: Model): void {
  const { session, requests, madeBy, counter } = data;
  frame('title').textContent = fileName(session.file);
  const models = new Set(requests.map(({ model }) => model).filter((model) => model !== ''));
  const facts: (readonly [string, string])[] = [
    ['Thread', session.threadId],
    ['Model', [...models].join(', ')],
    ['Codex', session.version],
    ['Rules', session.rules],
    ['Started', session.startedAtMs === undefined ? '' : dateOf(session.startedAtMs)],
    ['Folder', session.cwd],
    ['File', `${counted(session.lines, 'line')}, ${shortBytes(session.inputBytes)}`],
    ['Requests', String(requests.length)],
    ['Tokens by', counter],
    ['Written by', madeBy],
  ];
  frame('facts').replaceChildren(
    ...facts
      .filter(([, value]) => value !== '')
      .map(([name, value]) =>
        element('li', {}, [
          element('span', { class: 'fact-name' }, [name]),
          element('span', { class: 'fact-value' }, [value]),
        ]),
      ),
  );
}

/** What the signs of the sources mean, for those that this session has. */
export function drawSources({ data }: Model): void {
  const kinds = new Set(data.sources.map(({ kind }) => kind));
  frame('sources').replaceChildren(
    ...sourceKinds
      .filter((kind) => kinds.has(kind))
      .map((kind) => {
        const { sign, name, meaning } = sourceWords(kind);
        return element('li', { 'data-source': kind }, [
          element('span', { class: 'sign', 'aria-hidden': 'true' }, [sign]),
          element('span', { class: 'source-name' }, [name]),
          element('span', { class: 'hint' }, [meaning]),
        ]);
      }),
  );
}

/** The same wherever the page is read. */
function dateOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
