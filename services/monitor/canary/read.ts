import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { canaryOrganization } from '../../../schemas/ids.ts';
import { hourSeconds, spanBucketStart } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import type { FoundSpans } from '../core/canary.ts';

type Reading = { readonly warehouse: Pick<Warehouse, 'query'>; readonly signal: AbortSignal };

/**
 * The canaries that were sent from an instant on, by their ids. They are read from the tables of every trace, and on the
 * connections and in the turns of reads for organizations.
 */
export async function readCanaries(
  sinceMs: number,
  { warehouse, signal }: Reading,
): Promise<ReadonlyMap<string, FoundSpans>> {
  const seconds = Math.floor(sinceMs / 1000);
  const rows = await warehouse.query<Row>(
    sql,
    {
      organization: canaryOrganization,
      bucket: spanBucketStart(seconds),
      hour: Math.floor(seconds / hourSeconds) * hourSeconds,
    },
    {
      reader: { organization: canaryOrganization },
      maxExecutionMs: limits.canary.readMsMax,
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.canary.readMsMax)]),
    },
  );
  return new Map(
    rows.map(({ id, spans, summed }) => [
      id.replaceAll('-', ''),
      { spans: Number(spans), summed: Number(summed) },
    ]),
  );
}

type Row = { readonly id: string; readonly spans: string; readonly summed: string };

const sql = `
  SELECT toString(trace) AS id, toString(sum(stored)) AS spans, toString(sum(fragments)) AS summed
  FROM (
    SELECT spans.trace_id AS trace, count() AS stored, 0 AS fragments FROM spans
    WHERE organization = {organization:UUID} AND bucket >= toDateTime({bucket:UInt32}, 'UTC')
    GROUP BY spans.trace_id
    UNION ALL
    SELECT traces.trace_id AS trace, 0 AS stored, sum(traces.spans) AS fragments FROM traces
    WHERE organization = {organization:UUID} AND hour >= toDateTime({hour:UInt32}, 'UTC')
    GROUP BY traces.trace_id
  ) GROUP BY trace`;
