/** A growable list of item numbers, reused between sessions. */
export class ItemList {
  items = new Int32Array(1024);
  length = 0;

  push(item: number): void {
    if (this.length === this.items.length) {
      const grown = new Int32Array(this.items.length * 2);
      grown.set(this.items);
      this.items = grown;
    }
    this.items[this.length] = item;
    this.length += 1;
  }

  /** Puts `items` in the place of all there is. */
  replace(items: Int32Array): void {
    this.length = 0;
    for (const item of items) this.push(item);
  }

  at(position: number): number {
    return this.items[position] as number;
  }
}
