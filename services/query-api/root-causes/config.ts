import { hourMs } from '../../../schemas/durations.ts';

export const rootCauseLimits = {
  rangeMsMax: 24 * hourMs,
  /** Traces that are looked at: the latest that failed, and the slowest. */
  failedTracesMax: 100,
  slowTracesMax: 50,
  /** Traces whose times stand for a range, where a time is compared with the time before. */
  typicalTracesMax: 100,
  /** Their spans; with more, `is_whole` is false. */
  spansMax: 20_000,
  /** Spans and errors of such a trace are looked for so long around the range. */
  aroundSeconds: 600,
  /** Places in each list, services whose versions are looked at, and traces named for a place. */
  placesMax: 5,
  servicesMax: 5,
  tracesNamedMax: 3,
  messageCharactersMax: 200,
  /** A version that began so long before the range may be a cause. */
  deploymentBeforeMs: hourMs,
} as const;
