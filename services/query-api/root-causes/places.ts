import type { RootCauses } from '../../../schemas/root-causes/routes.ts';
import type { Failure } from '../core/root-causes/failures.ts';
import type { SelfTime } from '../core/root-causes/self-times.ts';
import { hexOf, spanKindName } from '../traces/span-names.ts';
import { percentOf } from '../windows/histogram.ts';
import { rootCauseLimits } from './config.ts';

type Place = {
  readonly service: string;
  readonly name: string;
  readonly peer: string;
  readonly traces: readonly string[];
};

const placeBody = ({ service, name, peer, traces }: Place, of: number) => ({
  service_name: service,
  operation_name: name,
  peer: peer === '' ? null : peer,
  traces: traces.length,
  share: percentOf(traces.length, of),
  trace_ids: traces.slice(0, rootCauseLimits.tracesNamedMax).map(hexOf),
});

export const failureBody = (failure: Failure, of: number): RootCauses['failures'][number] => ({
  ...placeBody(failure, of),
  kind: spanKindName(failure.kind),
  error_type: failure.errorType,
  message: failure.message,
});

/** `all`: every place, of whose time each has a share. */
export function slownessBody(
  place: SelfTime,
  all: readonly SelfTime[],
  of: number,
): RootCauses['slowness'][number] {
  const nanos = all.reduce((sum, each) => sum + each.nanos, 0);
  return {
    ...placeBody(place, of),
    self_ms: place.nanos / 1e6,
    self_share: percentOf(place.nanos, nanos),
  };
}
