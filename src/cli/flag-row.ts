/** A row of the table of flags that have a value. */

export interface Flag<Value> {
  /** How help shows the value. */
  readonly value: string;
  /** May be given more than once; the values are listed. */
  readonly isList?: true;
  readonly help: string;
  /** What holds when it is left out, for help. */
  readonly fallback?: string;
  readonly parse: (text: string) => Value;
}

export function flag<Value>(row: Flag<Value>): Flag<Value> {
  return row;
}

/** A flag that may be given more than once. */
export function list<Value>(row: Flag<Value>): Flag<Value> & { readonly isList: true } {
  return { ...row, isList: true };
}
