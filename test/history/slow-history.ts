// The history of a prefix as the description has it (spec 3 §2.2, §2.3), step by step and without a thought for speed.

/** A line of a rollout, reduced to what history depends on. */
export type SlowLine =
  | { readonly is: 'started' | 'completed'; readonly turn: string }
  | { readonly is: 'aborted'; readonly turn: string | null }
  | { readonly is: 'context'; readonly turn: string | null }
  | { readonly is: 'world' | 'userEvent' }
  | { readonly is: 'item'; readonly item: SlowItem }
  | { readonly is: 'rollback'; readonly turns: number }
  | { readonly is: 'compacted'; readonly items: readonly SlowItem[] }
  | { readonly is: 'summary'; readonly text: string };

export interface SlowItem {
  readonly role: 'user' | 'developer' | 'assistant';
  readonly text: string;
  /** Not a person's words, or developer text that a rollback may trim. */
  readonly isContext: boolean;
}

interface Segment {
  turn: string | undefined;
  hasUser: boolean;
  hasPrevious: boolean;
  reference: 'never' | 'cleared' | 'latest';
  base: number | undefined;
}

/** The texts of the history that a resume rebuilds from these lines. */
export function slowHistory(
  lines: readonly SlowLine[],
  rules: 'moving-suffix' | 'fixed-suffix',
): string[] {
  const { base, suffix } = findSlowBase(lines, rules);
  let history = base === undefined ? [] : [...itemsOf(lines[base])];
  for (const line of lines.slice(suffix)) {
    if (line.is === 'item') history.push(line.item);
    else if (line.is === 'compacted' && rules === 'moving-suffix') history = [...line.items];
    else if (line.is === 'summary') history = summarised(history, line.text);
    else if (line.is === 'rollback') history = dropped(history, line.turns);
  }
  return history.map(({ text }) => text);
}

function findSlowBase(
  lines: readonly SlowLine[],
  rules: 'moving-suffix' | 'fixed-suffix',
): { readonly base: number | undefined; readonly suffix: number } {
  const found: {
    base: number | undefined;
    suffix: number;
    hasPrevious: boolean;
    reference: Segment['reference'];
  } = {
    base: undefined,
    suffix: 0,
    hasPrevious: false,
    reference: 'never',
  };
  let pending = 0;
  let open: Segment | undefined;
  const segment = (): Segment =>
    (open ??= {
      turn: undefined,
      hasUser: false,
      hasPrevious: false,
      reference: 'never',
      base: undefined,
    });
  const finish = (done: Segment): void => {
    if (pending > 0) {
      if (done.hasUser) pending -= 1;
      return;
    }
    if (found.base === undefined && done.base !== undefined) {
      found.base = done.base;
      if (rules === 'fixed-suffix') found.suffix = done.base + 1;
    }
    if (done.hasUser) found.hasPrevious ||= done.hasPrevious;
    if (found.reference === 'never' && (done.hasUser || done.reference === 'cleared')) {
      found.reference = done.reference;
    }
  };
  const agree = (one: string | null | undefined, other: string | null | undefined): boolean =>
    (one ?? other) === (other ?? one);
  for (const [at, line] of [...lines.entries()].toReversed()) {
    switch (line.is) {
      case 'compacted':
      case 'summary': {
        const current = segment();
        if (current.reference === 'never') current.reference = 'cleared';
        if (line.is === 'compacted' && current.base === undefined) {
          current.base = at;
          if (rules === 'moving-suffix') found.suffix = at + 1;
        }
        break;
      }
      case 'world':
        segment();
        break;
      case 'context': {
        const current = segment();
        current.turn ??= line.turn ?? undefined;
        if (!agree(current.turn, line.turn)) break;
        current.hasPrevious = true;
        if (current.reference === 'never') current.reference = 'latest';
        break;
      }
      case 'item':
        segment().hasUser ||= isBoundary(line.item);
        break;
      case 'userEvent':
        segment().hasUser = true;
        break;
      case 'rollback':
        pending += line.turns;
        break;
      case 'completed':
        segment().turn ??= line.turn;
        break;
      case 'aborted':
        if (open !== undefined) open.turn ??= line.turn ?? undefined;
        else if (line.turn !== null) segment().turn = line.turn;
        break;
      case 'started':
        if (open !== undefined && agree(open.turn, line.turn)) {
          finish(open);
          open = undefined;
        }
        break;
      default:
        line satisfies never;
    }
    if (found.base !== undefined && found.hasPrevious && found.reference !== 'never') return found;
  }
  if (open !== undefined) finish(open);
  return found;
}

function itemsOf(line: SlowLine | undefined): readonly SlowItem[] {
  return line?.is === 'compacted' ? line.items : [];
}

function isBoundary({ role, isContext }: SlowItem): boolean {
  return role === 'user' && !isContext;
}

function summarised(history: readonly SlowItem[], text: string): SlowItem[] {
  return [...history.filter(isBoundary), { role: 'user', text, isContext: false }];
}

function dropped(history: readonly SlowItem[], turns: number): SlowItem[] {
  const boundaries = [...history.entries()]
    .filter(([, item]) => isBoundary(item))
    .map(([at]) => at);
  const first = boundaries[0];
  if (turns === 0 || first === undefined) return [...history];
  let cut = boundaries[boundaries.length - turns] ?? first;
  while (cut > first && history[cut - 1]?.isContext) cut -= 1;
  return history.slice(0, cut);
}
