import type { OrganizationId } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';
import type { QueryContext } from '../windows/window-metrics.ts';
import { isTraceId } from './found-trace.ts';
import { secondsOf } from './span-names.ts';
import { type Ended, readEnded } from './span-reads.ts';
import type { SpanRow } from './span-rows.ts';
import type { TraceRow } from './trace-rows.ts';

/** Spans of a trace that ended in a range: all of them, or not. */
export type EarlySpans = { readonly ended: Ended; readonly rows: readonly SpanRow[] };

/** Who looks at a trace whose times are not known mostly looks at a new one. */
export function recentlyEnded(nowMs: number): Ended {
  const nowSeconds = Math.floor(nowMs / 1000);
  return {
    fromSeconds: nowSeconds - limits.traceRecentSeconds,
    toSeconds: nowSeconds + limits.traceRecentSeconds,
  };
}

/**
 * Reads the spans of a trace that ended in a range while the times of the trace are still being read. Gives them once these are
 * known and within the range; undefined at once where they are not, and where nothing can be read, for then all is read again.
 */
export function readEarlySpans(
  organization: OrganizationId,
  id: string,
  ended: Ended,
  reading: QueryContext,
): (trace: TraceRow) => Promise<EarlySpans | undefined> {
  if (!isTraceId(id)) return async () => undefined;
  const spans = readEnded({ organization, id }, ended, reading).then(
    rows => ({ ended, rows }),
    () => undefined,
  );
  return async trace => (isWithin(ended, trace) ? spans : undefined);
}

/** Whether these are all spans of the trace, and as many as one statement may read unmeasured. */
export const isWhole = ({ ended, rows }: EarlySpans, trace: TraceRow): boolean =>
  rows.length === Number(trace.spans) &&
  rows.length <= limits.traceSpansUnmeasuredMax &&
  isWithin(ended, trace);

const isWithin = (ended: Ended, { first, last }: TraceRow): boolean =>
  secondsOf(first) >= ended.fromSeconds && secondsOf(last) <= ended.toSeconds;
