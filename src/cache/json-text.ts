/** A text as a JSON string, printed once for as long as the same text is asked for. */

/**
 * Base instructions are asked for several times a session, and are the same in most sessions of a release.
 *
 * Gain: a comparison instead of a print. Catch: only the newest text is kept. More would be promoted to the old
 * generation, where what was dropped again stays for long (measured: 40 MB over a thousand sessions).
 */
export class JsonText {
  #text = '';
  #json = '""';

  of(text: string): string {
    if (text !== this.#text) {
      this.#json = JSON.stringify(text);
      this.#text = text;
    }
    return this.#json;
  }
}
