/** Colours for a terminal, and none for anything else. */

import { styleText } from 'node:util';

export type Colour = 'bold' | 'dim' | 'cyan' | 'magenta' | 'blue' | 'yellow' | 'red';

/** Gives a text a colour, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

export const unpainted: Paint = (_, text) => text;

/** @returns colours where the stream is a terminal and NO_COLOR does not forbid them */
export function paintFor(stream: NodeJS.WritableStream): Paint {
  return (colour, text) => (text === '' ? '' : styleText(colour, text, { stream }));
}
