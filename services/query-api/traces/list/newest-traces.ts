import { hourMs } from '../../../../schemas/durations.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { type QueryContext, readRows } from '../../windows/window-metrics.ts';
import { clampToDateTime } from '../span-names.ts';

/** Which fragments of an organization's traces count, all or those known by an instant; and the present of the reader. */
export type Fragments = {
  readonly organization: OrganizationId;
  readonly known: string;
  readonly nowMs: number;
};

export type Newest = {
  readonly ids: readonly string[];
  /** Every trace that began at this instant or later, and before `beforeNanos`, is among them. */
  readonly sinceMs: number;
};

/** What is looked at of the time before the bound; older traces are found by reading all. */
const lookBackMs = hourMs;

/**
 * The traces of the fragments that began last, so many fragments of the last hours. A trace has the fragment that began it, and a
 * fragment ended in the hour in which it began or later, so no trace that began since is missing.
 *  cost  the hour and the start of each fragment of those hours
 */
export async function readNewest(
  { organization, known, nowMs }: Fragments,
  fragmentsMax: number,
  reading: QueryContext,
  beforeNanos?: bigint,
): Promise<Newest> {
  const beforeMs = beforeNanos === undefined ? nowMs : Number(beforeNanos / 1_000_000n);
  const earliestMs = Math.max(0, Math.min(nowMs, beforeMs) - lookBackMs);
  const hour = clampToDateTime(Math.floor(earliestMs / hourMs) * (hourMs / 1000));
  const before =
    beforeNanos === undefined ? '' : 'AND toUnixTimestamp64Nano(first_start) < {before:Int64}';
  const rows = await readRows<{ readonly id: string; readonly first: string }>(
    {
      sql: `SELECT traces.trace_id AS id, toUnixTimestamp64Nano(first_start) AS first FROM traces
            WHERE organization = {organization:UUID} ${known}
              AND hour >= toDateTime({hour:UInt32}, 'UTC') ${before}
            ORDER BY first_start DESC LIMIT ${fragmentsMax}`,
      // A cursor may be written by anybody.
      parameters: { organization, hour, before: BigInt.asIntN(64, beforeNanos ?? 0n) },
    },
    reading,
  );
  const last = rows.at(-1);
  const isAll = last === undefined || rows.length < fragmentsMax;
  return {
    ids: [...new Set(rows.map(({ id }) => id))],
    // Others may have begun with the last one.
    sinceMs: isAll ? hour * 1000 : Number(BigInt(last.first) / 1_000_000n) + 1,
  };
}
