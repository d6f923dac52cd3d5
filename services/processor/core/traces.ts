import { type SpanFigures, statusError } from './figures.ts';

/**
 * What one batch holds of one trace, by column; row i is one (organization, month of receipt, trace).
 * `sample`, `first`, `last` and `root` are rows of the spans: any one of the fragment, the one that
 * started first, the one that ended last, and the root (-1: not in this batch).
 */
export type Fragments = {
  readonly sample: readonly number[];
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly root: readonly number[];
  readonly month: readonly number[];
  readonly spans: readonly number[];
  readonly errors: readonly number[];
  /** Indexes of the services that took part, in order of first sight. */
  readonly services: readonly (readonly number[])[];
};

export type TraceFold = {
  /** Adds the spans of rows `from` … `to`, exclusive, received in a month given as a number. */
  add(spans: SpanFigures, from: number, to: number, month: number): void;
  result(): Fragments;
};

const firstSlots = 1024;

/** Folds spans into one fragment a trace. Ids are compared byte by byte in an open-addressing table. */
export function openTraceFold(): TraceFold {
  const fragments = openFragments();
  let slots = new Int32Array(firstSlots).fill(-1);
  const grow = (spans: SpanFigures): void => {
    const larger = new Int32Array(slots.length * 2).fill(-1);
    for (let fragment = 0; fragment < fragments.sample.length; fragment++) {
      let slot = traceHash(spans, fragments.sample[fragment] as number) & (larger.length - 1);
      while ((larger[slot] as number) >= 0) slot = (slot + 1) & (larger.length - 1);
      larger[slot] = fragment;
    }
    slots = larger;
  };
  const fragmentOf = (spans: SpanFigures, at: number, month: number): number => {
    const mask = slots.length - 1;
    let slot = traceHash(spans, at) & mask;
    for (;;) {
      const fragment = slots[slot] as number;
      if (fragment < 0) break;
      if (fragments.month[fragment] === month && sameTrace(spans, fragments.sample[fragment], at)) {
        return fragment;
      }
      slot = (slot + 1) & mask;
    }
    const fragment = fragments.begin(at, month);
    slots[slot] = fragment;
    if (fragments.sample.length * 2 > slots.length) grow(spans);
    return fragment;
  };
  return {
    add: (spans, from, to, month) => {
      for (let at = from; at < to; at++) fragments.take(fragmentOf(spans, at, month), spans, at);
    },
    result: () => fragments,
  };
}

function openFragments() {
  const sample: number[] = [];
  const first: number[] = [];
  const last: number[] = [];
  const root: number[] = [];
  const month: number[] = [];
  const spans: number[] = [];
  const errors: number[] = [];
  const services: number[][] = [];
  return {
    sample,
    first,
    last,
    root,
    month,
    spans,
    errors,
    services,
    begin: (at: number, inMonth: number): number => {
      first.push(at);
      last.push(at);
      root.push(-1);
      month.push(inMonth);
      spans.push(0);
      errors.push(0);
      services.push([]);
      return sample.push(at) - 1;
    },
    take: (fragment: number, figures: SpanFigures, at: number): void => {
      if (isEarlier(figures.start, at, first[fragment] as number)) first[fragment] = at;
      if (isEarlier(figures.end, last[fragment] as number, at)) last[fragment] = at;
      if (figures.root[at] === 1) root[fragment] = at;
      spans[fragment] = (spans[fragment] as number) + 1;
      if (figures.status[at] === statusError) errors[fragment] = (errors[fragment] as number) + 1;
      const service = figures.service[at] as number;
      if (!services[fragment]?.includes(service)) services[fragment]?.push(service);
    },
  };
}

function isEarlier(times: Uint32Array, left: number, right: number): boolean {
  const difference = (times[left * 2 + 1] as number) - (times[right * 2 + 1] as number);
  return (
    difference < 0 ||
    (difference === 0 && (times[left * 2] as number) < (times[right * 2] as number))
  );
}

function sameTrace(spans: SpanFigures, left: number | undefined, right: number): boolean {
  if (left === undefined || spans.organization[left] !== spans.organization[right]) return false;
  const ids = spans.traceId;
  for (let byte = 0; byte < 16; byte++) {
    if (ids[left * 16 + byte] !== ids[right * 16 + byte]) return false;
  }
  return true;
}

/** Trace ids are random where it matters; mixing two words is enough to spread those that are not. */
function traceHash(spans: SpanFigures, at: number): number {
  const ids = spans.traceId;
  let hash = spans.organization[at] as number;
  for (let byte = 0; byte < 16; byte++) {
    hash = Math.imul(hash ^ (ids[at * 16 + byte] as number), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}
