/** A few choices of which one holds, as buttons side by side. */

import { element } from './element.js';

export interface ChoiceOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface ChoiceButtons<Value extends string> {
  readonly root: HTMLElement;
  readonly label: string;
  readonly options: readonly ChoiceOption<Value>[];
  readonly onChoose: (value: Value) => void;
}

/** @returns shows which choice holds */
export function choiceButtons<Value extends string>({
  root,
  label,
  options,
  onChoose,
}: ChoiceButtons<Value>): (value: Value) => void {
  root.setAttribute('role', 'group');
  root.setAttribute('aria-label', label);
  const buttons = options.map((option) => {
    const button = element('button', { type: 'button', 'data-value': option.value }, [
      option.label,
    ]);
    button.addEventListener('click', () => onChoose(option.value));
    return button;
  });
  root.replaceChildren(...buttons);
  return (value) => {
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(button.dataset['value'] === value));
    }
  };
}
