/** A heartbeat as a service sent it. */
export type Beat = { readonly atMs: number; readonly status: 'healthy' | 'degraded' | 'unhealthy' };

export type NaiveCheck = {
  readonly intervalMs: number;
  readonly recoverySuccesses: number;
};

/** What must have been recorded of a service by its heartbeats alone. */
export type Expected = {
  /** Instants at which a heartbeat was missed. */
  readonly missed: readonly number[];
  readonly changes: readonly (readonly [
    change: 'failed' | 'unhealthy' | 'recovered',
    atMs: number,
  ])[];
};

/** Looks at every instant at which anything can happen, one after the other, up to and including `toMs`. */
export function naiveHeartbeats(
  { intervalMs, recoverySuccesses }: NaiveCheck,
  beats: readonly Beat[],
  toMs: number,
): Expected {
  const missed: number[] = [];
  beats.forEach(({ atMs }, index) => {
    const nextMs = beats[index + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    for (
      let lateMs = atMs + intervalMs * 1.5;
      lateMs < nextMs && lateMs <= toMs;
      lateMs += intervalMs
    )
      missed.push(lateMs);
  });
  const outcomes = [
    ...missed.map(atMs => ({ atMs, isGood: false })),
    ...beats.map(({ atMs, status }) => ({ atMs, isGood: status !== 'unhealthy' })),
  ].sort((left, right) => left.atMs - right.atMs);
  return { missed, changes: changesOf(outcomes, recoverySuccesses) };
}

/** Transitions that follow from outcomes in their order. */
export function changesOf(
  outcomes: readonly { readonly atMs: number; readonly isGood: boolean }[],
  recoverySuccesses: number,
): Expected['changes'] {
  const isGood = (index: number): boolean => outcomes[index]?.isGood === true;
  /** Whether so many outcomes up to and including this one are alike. */
  const isRow = (last: number, count: number, good: boolean): boolean =>
    last + 1 >= count &&
    Array.from({ length: count }, (_, back) => isGood(last - back)).every(one => one === good);
  const changes: (readonly ['failed' | 'unhealthy' | 'recovered', number])[] = [];
  let state: 'fine' | 'failing' | 'unhealthy' = 'fine';
  outcomes.forEach(({ atMs }, index) => {
    if (state === 'fine' && isRow(index, 1, false)) {
      changes.push(['failed', atMs]);
      state = 'failing';
    }
    if (state === 'failing' && isRow(index, 3, false)) {
      changes.push(['unhealthy', atMs]);
      state = 'unhealthy';
    }
    if (state !== 'fine' && isRow(index, recoverySuccesses, true)) {
      changes.push(['recovered', atMs]);
      state = 'fine';
    }
  });
  return changes;
}
