import { type Exemplar, exemplarsMax } from '../../schemas/telemetry/window-record.ts';

/** The slowest with an error, if there is one, and the slowest others; each trace once. */
export function chosenExemplars(exemplars: readonly Exemplar[]): Exemplar[] {
  const slowest = [...new Map(exemplars.map(one => [one.traceId, one])).values()].sort(
    (left, right) => right.durationNanos - left.durationNanos,
  );
  const failed = slowest.find(({ isError }) => isError);
  return [...new Set([...(failed === undefined ? [] : [failed]), ...slowest])].slice(
    0,
    exemplarsMax,
  );
}
