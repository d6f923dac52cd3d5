import type { OrganizationId } from '../../../schemas/ids.ts';
import type { Condition } from '../traces/list/span-conditions.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { attributeLimits } from './config.ts';

/** Spans of an organization: `prewhere` names what the table is ordered by, `where` the rest. */
export type Spans = {
  readonly organization: OrganizationId;
  readonly prewhere: string;
  readonly where: Condition;
};

/** All spans, or those of one trace in so many. */
export type Sampled = { readonly oneIn: number; readonly sql: string; readonly total: number };

/** Which of these spans are looked at, so that they are no more than one read may take; whole traces, chosen by their ids. */
export async function sampleOf(
  { organization, prewhere, where }: Spans,
  reading: QueryContext,
): Promise<Sampled> {
  const [row] = await readRows<{ n: string }>(
    {
      sql: `SELECT toString(count()) AS n FROM spans
            PREWHERE organization = {organization:UUID} AND ${prewhere} WHERE ${where.sql}`,
      parameters: { organization, ...where.parameters },
    },
    reading,
  );
  const total = Number(row?.n ?? 0);
  const oneIn = Math.max(1, Math.ceil(total / attributeLimits.spansMax));
  const isSampled = oneIn === 1 ? 'true' : `cityHash64(spans.trace_id) % ${oneIn} = 0`;
  return {
    oneIn,
    total,
    sql: `FROM spans PREWHERE organization = {organization:UUID} AND ${prewhere}
          WHERE ${where.sql} AND ${isSampled}`,
  };
}
