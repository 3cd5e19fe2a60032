/** Axes of a plot: where a value stands, and which values are marked. */

export type ScaleKind = 'linear' | 'log';

export interface Scale {
  /** From 0 to 1. */
  readonly place: (value: number) => number;
  /** Values to mark, lowest first, all within the ends. */
  readonly ticks: readonly number[];
}

/** Marks of a linear axis are about this many. */
const wantedTicks = 5;

/** On a logarithmic axis of fewer powers of ten than this, 2 and 5 are marked as well. */
const fewPowers = 3;

/** @param values those that have to be seen; a logarithmic axis passes over what is not above 0 */
export function createScale(kind: ScaleKind, values: readonly number[]): Scale {
  return kind === 'log' ? logScale(values) : linearScale(values);
}

/** Begins at 0, ends at a round number, unless there are values below 0. */
function linearScale(values: readonly number[]): Scale {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = roundStep((high - low) / wantedTicks);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    clean((first + index) * step),
  );
  const span = (last - first) * step;
  return { ticks, place: (value) => (value - first * step) / span };
}

/** From a power of ten to a power of ten. */
function logScale(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0);
  const lowest = positive.length === 0 ? 1 : Math.min(...positive);
  const highest = positive.length === 0 ? 10 : Math.max(...positive);
  const first = Math.floor(Math.log10(lowest) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(highest) - 1e-9));
  const multiples = last - first < fewPowers ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = first; power <= last; power += 1) {
    const wanted = power === last ? [1] : multiples;
    ticks.push(...wanted.map((multiple) => clean(multiple * 10 ** power)));
  }
  return {
    ticks,
    place: (value) => (Math.log10(Math.max(value, 10 ** first)) - first) / (last - first),
  };
}

/** 1, 2 or 5 times a power of ten, at least as large as what is wanted. */
function roundStep(wanted: number): number {
  if (!(wanted > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const multiple = [1, 2, 5, 10].find((candidate) => candidate * power >= wanted * (1 - 1e-9));
  return (multiple ?? 10) * power;
}

/** Takes off what binary fractions add: 0.30000000000000004. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}
