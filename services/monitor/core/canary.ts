/** A trace that this process sent to itself. */
export type Canary = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  readonly sentMs: number;
  /** `away`: it could not be read yet. `lost`: it could not be read in time, and may come late. */
  readonly state: 'away' | 'back' | 'lost';
  readonly isDoubled: boolean;
};

/** Spans of a trace that one read found, as two tables know them. */
export type FoundSpans = { readonly spans: number; readonly summed: number };

/** A read of the canaries of a time, or an attempt at one. */
export type CanaryReading = {
  readonly beganMs: number;
  readonly endedMs: number;
  /** By the id of the trace, those of other processes among them. Undefined: nothing could be read. */
  readonly found: ReadonlyMap<string, FoundSpans> | undefined;
};

export type CanaryLimits = {
  readonly lostAfterMs: number;
  readonly watchedMs: number;
  /** Of each trace. */
  readonly spans: number;
};

export type CanaryOutcome =
  | {
      readonly kind: 'returned' | 'late';
      readonly traceId: string;
      readonly roundTripMs: number;
      /** Each span is there once. */
      readonly isWhole: boolean;
    }
  | { readonly kind: 'lost' | 'doubled'; readonly traceId: string };

type Judged = {
  /** Those that are looked at further. */
  readonly canaries: readonly Canary[];
  readonly outcomes: readonly CanaryOutcome[];
};

export const sentCanary = (traceId: string, sentMs: number): Canary => ({
  traceId,
  sentMs,
  state: 'away',
  isDoubled: false,
});

/**
 * What a read says of the canaries of this process. Each returns once, is lost at most once before that, and is doubled at
 * most once. A read that began before the limit of a trace does not make it lost, so a process that slept loses nothing.
 */
export function judgedCanaries(
  canaries: readonly Canary[],
  reading: CanaryReading,
  limits: CanaryLimits,
): Judged {
  const judged = canaries.map(canary => judgedCanary(canary, reading, limits));
  return {
    canaries: judged
      .map(({ canary }) => canary)
      .filter(({ sentMs }) => reading.beganMs - sentMs < limits.watchedMs),
    outcomes: judged.flatMap(({ outcomes }) => outcomes),
  };
}

function judgedCanary(
  canary: Canary,
  { beganMs, endedMs, found }: CanaryReading,
  { lostAfterMs, spans }: CanaryLimits,
): { readonly canary: Canary; readonly outcomes: readonly CanaryOutcome[] } {
  const { traceId, sentMs, state } = canary;
  const counts = found?.get(traceId) ?? { spans: 0, summed: 0 };
  const outcomes: CanaryOutcome[] = [];
  const isBack = Math.min(counts.spans, counts.summed) >= spans;
  const isTwice = Math.max(counts.spans, counts.summed) > spans;
  const isLost = state === 'away' && !isBack && beganMs - sentMs >= lostAfterMs;
  if (state !== 'back' && isBack) {
    const kind = state === 'lost' ? 'late' : 'returned';
    outcomes.push({ kind, traceId, roundTripMs: endedMs - sentMs, isWhole: !isTwice });
  }
  if (isLost) outcomes.push({ kind: 'lost', traceId });
  if (isTwice && !canary.isDoubled) outcomes.push({ kind: 'doubled', traceId });
  const isDoubled = isTwice || canary.isDoubled;
  return {
    canary: { traceId, sentMs, state: stateAfter(state, isBack, isLost), isDoubled },
    outcomes,
  };
}

function stateAfter(state: Canary['state'], isBack: boolean, isLost: boolean): Canary['state'] {
  if (isBack) return 'back';
  return isLost ? 'lost' : state;
}
