/** Light, dark, or as the system has it; and what colours stand for. Remembered where the browser allows it. */

import { choiceButtons } from './choice-buttons.js';
import { frame } from './element.js';

type Theme = 'auto' | 'light' | 'dark';
type Colour = 'section' | 'source';

/** @param tools where the buttons of the theme go */
export function chooseLooks(tools: HTMLElement): void {
  rememberedChoice<Theme>({
    name: 'theme',
    root: tools,
    label: 'Theme',
    options: [
      { value: 'auto', label: 'Auto' },
      { value: 'light', label: 'Light' },
      { value: 'dark', label: 'Dark' },
    ],
  });
  rememberedChoice<Colour>({
    name: 'colour',
    root: frame('colour'),
    label: 'Colour by',
    options: [
      { value: 'section', label: 'Section' },
      { value: 'source', label: 'Source' },
    ],
  });
}

interface RememberedChoice<Value extends string> {
  /** Of the attribute that the style sheet goes by. */
  readonly name: 'theme' | 'colour';
  readonly root: HTMLElement;
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

function rememberedChoice<Value extends string>(choice: RememberedChoice<Value>): void {
  const { name, root, label, options } = choice;
  const { dataset } = document.documentElement;
  const key = `promptmill.${name}`;
  const show = choiceButtons({
    root,
    label,
    options,
    onChoose: (value) => {
      dataset[name] = value;
      remember(key, value);
      show(value);
    },
  });
  const wanted = recall(key) ?? dataset[name];
  const start = options.find(({ value }) => value === wanted);
  const value = start?.value ?? options[0]?.value;
  if (value === undefined) return;
  dataset[name] = value;
  show(value);
}

/** A browser may refuse storage to a page from disk: then nothing is remembered. */
function recall(key: string): string | undefined {
  return storage()?.getItem(key) ?? undefined;
}

function remember(key: string, value: string): void {
  storage()?.setItem(key, value);
}

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
