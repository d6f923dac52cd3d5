import type { LogRecord } from '../../../platform/topic-log/port.ts';
import { minuteMs } from '../../../schemas/durations.ts';
import { telemetryHeaders } from '../../../schemas/topics.ts';
import type { AdminContext } from '../context.ts';
import { inspectEachSpan } from './each-span.ts';
import type { SpanCheck } from './inspection.ts';
import { readsOf } from './inspection.ts';

/** Nearly all spans end so near to their receipt. Requests with others are looked at span by span. */
const beforeReceiptMs = 30 * minuteMs;
const afterReceiptMs = 15 * minuteMs;

/**
 * Each request has the spans in the warehouse that it was accepted with. Where it has fewer near its receipt, each of its
 * spans is looked for: it may be older, or it counts in another request that sent it before.
 */
export async function inspectSpansOf(
  records: readonly LogRecord[],
  context: AdminContext,
  check: SpanCheck,
): Promise<void> {
  if (records.length === 0) return;
  const counts = await countsOf(records, context, check.signal);
  for (const record of records) {
    const accepted = Number(record.headers[telemetryHeaders.spans] ?? 0);
    const found = counts.get(record.headers[telemetryHeaders.hash] ?? '') ?? 0;
    if (found > accepted)
      check.findings.fault(
        `the request ${record.partition}/${record.offset} was accepted with ${accepted} spans and has ${found}`,
      );
    if (found < accepted) await inspectEachSpan(record, context, check);
  }
}

async function countsOf(
  records: readonly LogRecord[],
  context: AdminContext,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const headers = records.map(record => record.headers);
  const receipts = headers.map(each => Number(each[telemetryHeaders.receivedAtMs]));
  const rows = await readsOf(context, signal)<{ hash: string; n: string }>(
    `SELECT toString(request) AS hash, toString(count()) AS n FROM spans
     WHERE organization IN {organizations:Array(UUID)} AND request IN {hashes:Array(UUID)}
       AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket <= toDateTime({to:UInt32}, 'UTC')
     GROUP BY request`,
    {
      organizations: [...new Set(headers.map(each => each[telemetryHeaders.organization]))],
      hashes: headers.map(each => each[telemetryHeaders.hash]),
      from: Math.floor((Math.min(...receipts) - beforeReceiptMs) / 1000),
      to: Math.floor((Math.max(...receipts) + afterReceiptMs) / 1000),
    },
  );
  return new Map(rows.map(({ hash, n }) => [hash, Number(n)]));
}
