/** Gives each distinct value a number, in the order they come. */

export class NameTable<Value> {
  readonly values: Value[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of the value that has this key; `make` is asked for it when the key is new. */
  numberOf(key: string, make: () => Value): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.values.length;
    this.#numbers.set(key, number);
    this.values.push(make());
    return number;
  }
}
