import type { ErrorDetails } from '../../../platform/otlp/batch/error-columns.ts';
import type { NewRecord } from '../../../platform/topic-log/port.ts';
import {
  errorsSignal,
  type TraceErrorDetails,
  type TraceErrorNotification,
} from '../../../schemas/traces/arrivals.ts';
import { limits } from '../config.ts';
import type { BatchRange } from '../core/range.ts';
import type { SpanColumnsView } from '../core/span-columns-view.ts';
import type { TraceSummaryFragment } from '../core/traces.ts';
import { createYielder } from '../yielder.ts';
import { signalRecord } from './signal-record.ts';
import { traceId } from './trace-arrivals.ts';

export type FailedSpans = {
  readonly spans: SpanColumnsView;
  readonly fragments: readonly TraceSummaryFragment[];
  readonly details: (rows: readonly number[]) => readonly ErrorDetails[];
  readonly organizationText: (index: number) => string;
};

/** The records of a batch on `signals` that say what failed: the first error of each trace, for so many of an organization. */
export async function traceErrorRecords(
  { spans, fragments, details, organizationText }: FailedSpans,
  range: BatchRange,
): Promise<NewRecord[]> {
  const slice = createYielder();
  const records: NewRecord[] = [];
  const failed = await failedRows(spans, fragments);
  const all = [...failed.values()].flatMap(rows => rows.slice(0, limits.describedTracesMax));
  const found = details(all);
  let at = 0;
  for (const [organization, rows] of failed) {
    const described = rows.slice(0, limits.describedTracesMax);
    const errors = described.map(row => errorOf(traceId(spans, row), found[at++]));
    let more = rows.length - described.length;
    for (let from = 0; from < errors.length; from += limits.describedTracesOfRecordMax) {
      const some = errors.slice(from, from + limits.describedTracesOfRecordMax);
      records.push(recordOf(organizationText(organization), some, more, range));
      more = 0;
      await slice();
    }
  }
  return records;
}

/** By organization, the first span with an error of each trace. */
async function failedRows(
  spans: SpanColumnsView,
  fragments: readonly TraceSummaryFragment[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const slice = createYielder();
  const rows = new Map<number, number[]>();
  for (const { failed } of fragments) {
    await slice();
    if (failed < 0) continue;
    const organization = spans.organization[failed] as number;
    const list = rows.get(organization);
    if (list === undefined) rows.set(organization, [failed]);
    else list.push(failed);
  }
  return rows;
}

const errorOf = (id: string, found: ErrorDetails | undefined): TraceErrorDetails => ({
  traceId: id,
  spanId: found?.spanId ?? '',
  service: cut(found?.service),
  operation: cut(found?.operation),
  type: cut(found?.type),
  message: cut(found?.message),
  replayId: cut(found?.replayId),
});

/** Half a character becomes U+FFFD. */
const cut = (text = ''): string => text.slice(0, limits.describedTextMax).toWellFormed();

function recordOf(
  organization: string,
  errors: readonly TraceErrorDetails[],
  more: number,
  { partition: source, first, last }: BatchRange,
): NewRecord {
  const value: TraceErrorNotification = { source, first, last, errors, more };
  return signalRecord(organization, errorsSignal, value);
}
