import { type SpanColumnsView, statusError } from './span-columns-view.ts';

/**
 * What one batch holds of one trace. `sample`, `first`, `last`, `root` and `failed` are rows of the
 * spans: any one of the fragment, the one that started first, the one that ended last, the root and
 * the first with an error (-1: not in this batch).
 */
export type TraceSummaryFragment = {
  readonly sample: number;
  readonly first: number;
  readonly last: number;
  readonly root: number;
  readonly failed: number;
  /** Month of receipt, as the caller numbers months. */
  readonly month: number;
  readonly spans: number;
  readonly errors: number;
  /** Indexes of the services that took part, in order of first sight. */
  readonly services: readonly number[];
};

type Draft = { -readonly [Field in keyof TraceSummaryFragment]: TraceSummaryFragment[Field] } & {
  services: number[];
  /** The same once there are so many that looking through the list takes long. */
  known: Set<number> | undefined;
};

export type TraceFold = {
  /** Adds the spans of rows `from` … `to`, exclusive, received in a month given as a number. */
  add(spans: SpanColumnsView, from: number, to: number, month: number): void;
  result(): readonly TraceSummaryFragment[];
};

const firstSlots = 1024;
const servicesListed = 16;

/**
 * Folds spans into one fragment a trace and month. Ids are compared in an open-addressing table.
 *  hashStart  any number that senders cannot know, so that they cannot choose ids that collide
 */
export function openTraceFold(hashStart = 0): TraceFold {
  const fragments: Draft[] = [];
  let slots = new Int32Array(firstSlots).fill(-1);
  const grow = (spans: SpanColumnsView): void => {
    slots = new Int32Array(slots.length * 2).fill(-1);
    fragments.forEach(({ sample }, index) => {
      let slot = traceHash(spans, sample, hashStart) & (slots.length - 1);
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = index;
    });
  };
  const begin = (spans: SpanColumnsView, at: number, month: number, slot: number): Draft => {
    const counts = { spans: 0, errors: 0, services: [], known: undefined };
    const draft = { sample: at, first: at, last: at, root: -1, failed: -1, month, ...counts };
    slots[slot] = fragments.push(draft) - 1;
    if (fragments.length * 2 > slots.length) grow(spans);
    return draft;
  };
  const fragmentOf = (spans: SpanColumnsView, at: number, month: number): Draft => {
    const mask = slots.length - 1;
    let slot = traceHash(spans, at, hashStart) & mask;
    for (;;) {
      const found = fragments[slots[slot] as number];
      if (found === undefined) return begin(spans, at, month, slot);
      if (found.month === month && sameTrace(spans, found.sample, at)) return found;
      slot = (slot + 1) & mask;
    }
  };
  return {
    add: (spans, from, to, month) => {
      for (let at = from; at < to; at++) take(fragmentOf(spans, at, month), spans, at);
    },
    result: () => fragments,
  };
}

function take(fragment: Draft, spans: SpanColumnsView, at: number): void {
  if (isEarlier(spans.start, at, fragment.first)) fragment.first = at;
  if (isEarlier(spans.end, fragment.last, at)) fragment.last = at;
  if (spans.root[at] === 1) fragment.root = at;
  if (spans.status[at] === statusError) {
    if (fragment.failed < 0) fragment.failed = at;
    fragment.errors++;
  }
  fragment.spans++;
  const service = spans.service[at] as number;
  if (fragment.known?.has(service) ?? fragment.services.includes(service)) return;
  fragment.known?.add(service);
  if (fragment.services.push(service) === servicesListed)
    fragment.known = new Set(fragment.services);
}

function isEarlier(times: Uint32Array, left: number, right: number): boolean {
  const difference = (times[left * 2 + 1] as number) - (times[right * 2 + 1] as number);
  return (
    difference < 0 ||
    (difference === 0 && (times[left * 2] as number) < (times[right * 2] as number))
  );
}

function sameTrace(spans: SpanColumnsView, left: number, right: number): boolean {
  const { organization, traceWords: words } = spans;
  return (
    words[left * 4] === words[right * 4] &&
    words[left * 4 + 1] === words[right * 4 + 1] &&
    words[left * 4 + 2] === words[right * 4 + 2] &&
    words[left * 4 + 3] === words[right * 4 + 3] &&
    organization[left] === organization[right]
  );
}

/** Trace ids are random where it matters; mixing their words is enough to spread those that are not. */
function traceHash(
  { organization, traceWords: words }: SpanColumnsView,
  at: number,
  hashStart: number,
): number {
  let hash = hashStart ^ (organization[at] as number);
  for (let word = 0; word < 4; word++) {
    hash = Math.imul(hash ^ (words[at * 4 + word] as number), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}
