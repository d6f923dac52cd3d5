import { heartbeatGrace } from '../../../../schemas/health/check.ts';
import type { CheckState } from './check-state.ts';

/** How much of the past is made up for. */
export const scheduleLimits = {
  /** Due instants that passed while nobody could do them, and missed heartbeats, that are recorded at once; the latest. */
  recordedAtOnceMax: 100,
  /** A heartbeat that was received in time may come to the log so much later. */
  heartbeatLateMsMax: 2_000,
} as const;

const intervalMs = ({ monitored }: CheckState): number => monitored.check.intervalSeconds * 1_000;

/** When the next request is due, or the next heartbeat is missed; undefined: never. */
export function nextDueMs(state: CheckState): number | undefined {
  const { check } = state.monitored;
  if (!check.enabled) return undefined;
  return check.request === undefined ? nextMissedMs(state) : nextRequestMs(state);
}

/** Requests are due at the beginning of the schedule, and after each interval. */
export function nextRequestMs(state: CheckState, afterMs = state.requestedMs): number {
  const { scheduledFromMs } = state.monitored;
  if (afterMs === undefined || afterMs < scheduledFromMs) return scheduledFromMs;
  const done = Math.floor((afterMs - scheduledFromMs) / intervalMs(state));
  return scheduledFromMs + (done + 1) * intervalMs(state);
}

/** Undefined: there was no heartbeat yet. */
export function nextMissedMs(state: CheckState): number | undefined {
  const { waitsFromMs, missedMs, monitored } = state;
  if (waitsFromMs === undefined) return undefined;
  const every = intervalMs(state);
  const patience = every * (1 + heartbeatGrace);
  const begin = Math.max(waitsFromMs, monitored.scheduledFromMs) + patience;
  return missedMs === undefined ? begin : Math.max(begin, missedMs + every);
}

/** Every heartbeat that is missed at an instant and not counted yet: the latest ones if there are many. */
export function missedUpTo(state: CheckState, nowMs: number): readonly number[] {
  const first = nextMissedMs(state);
  if (first === undefined || !state.monitored.check.enabled) return [];
  return instants(first, nowMs, intervalMs(state));
}

/** Requests that are due at an instant, the latest last: only that one is worth sending. */
export const requestsUpTo = (
  state: CheckState,
  nowMs: number,
  afterMs?: number,
): readonly number[] => instants(nextRequestMs(state, afterMs), nowMs, intervalMs(state));

/** From `first` up to and including `last`, the latest of them. */
function instants(first: number, last: number, every: number): readonly number[] {
  const count = Math.floor((last - first) / every) + 1;
  const { recordedAtOnceMax: max } = scheduleLimits;
  const from = Math.max(0, count - max);
  return Array.from({ length: Math.max(0, count - from) }, (_, at) => first + (from + at) * every);
}
