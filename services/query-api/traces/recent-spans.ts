import type { OrganizationId } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';
import type { QueryContext } from '../windows/window-metrics.ts';
import { isTraceId } from './found-trace.ts';
import { secondsOf } from './span-names.ts';
import { type Ended, readEnded } from './span-reads.ts';
import type { SpanRow } from './span-rows.ts';
import type { TraceRow } from './trace-rows.ts';

/** Spans of a trace that ended lately: all of them, or not. */
export type RecentSpans = { readonly ended: Ended; readonly rows: readonly SpanRow[] };

/**
 * Reads the spans of a trace while its times are still being read: who looks at a trace mostly looks
 * at a new one. What cannot be read is undefined here, for it is read again when the times are known.
 */
export async function readRecentSpans(
  organization: OrganizationId,
  id: string,
  nowMs: number,
  reading: QueryContext,
): Promise<RecentSpans | undefined> {
  if (!isTraceId(id)) return undefined;
  const nowSeconds = Math.floor(nowMs / 1000);
  const ended = {
    fromSeconds: nowSeconds - limits.traceRecentSeconds,
    toSeconds: nowSeconds + limits.traceRecentSeconds,
  };
  try {
    return { ended, rows: await readEnded({ organization, id }, ended, reading) };
  } catch {
    return undefined;
  }
}

/** Whether these are all spans of the trace, and as many as one statement may read unmeasured. */
export const isWhole = ({ ended, rows }: RecentSpans, { first, last, spans }: TraceRow): boolean =>
  rows.length === Number(spans) &&
  rows.length <= limits.traceSpansUnmeasuredMax &&
  secondsOf(first) >= ended.fromSeconds &&
  secondsOf(last) <= ended.toSeconds;
