import { chunk } from '../../platform/chunk.ts';
import { changedBytes, changedBytesKey } from '../../projections/billing/changed-bytes.ts';
import { readMonthlyUsage, withChanges } from '../../projections/billing/monthly-usage.ts';
import { type SubscriptionRow, subscriptions } from '../../projections/billing/subscriptions.ts';
import { everyRow } from '../../projections/engine/read/every-row.ts';
import type { Month } from '../../schemas/billing/month.ts';
import { limits } from './config.ts';
import { monthsToClose } from './core/periods.ts';
import type { MeteringDependencies } from './dependencies.ts';
import { recordQuota, recordQuotaId } from './record.ts';

type Due = Map<Month, SubscriptionRow[]>;

/** Counts every month before `open` that is not closed yet, of every subscription, and records the figures. */
export async function closePeriods(
  open: Month,
  dependencies: MeteringDependencies,
  signal: AbortSignal,
): Promise<void> {
  await dependencies.projections.barrier(signal);
  const due = await findDue(open, dependencies);
  for (const month of [...due.keys()].toSorted()) {
    for (const rows of chunk(due.get(month) ?? [], limits.countedAtOnceMax))
      await close(month, rows, dependencies, signal);
  }
}

async function findDue(open: Month, { projections, owns }: MeteringDependencies): Promise<Due> {
  const due: Due = new Map();
  for await (const row of everyRow(subscriptions, projections)) {
    if (!owns(row.organizationId)) continue;
    for (const month of monthsToClose(row, open, limits.periodsMax)) {
      due.set(month, [...(due.get(month) ?? []), row]);
    }
  }
  return due;
}

async function close(
  month: Month,
  rows: readonly SubscriptionRow[],
  dependencies: MeteringDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { warehouse, projections } = dependencies;
  const organizations = rows.map(row => row.organizationId);
  const options = { signal, maxExecutionMs: limits.queryMsMax };
  const usage = await readMonthlyUsage(organizations, month, warehouse, options);
  for (const row of rows) {
    const { organizationId } = row;
    const used = usage.get(organizationId);
    if (used === undefined) continue;
    const id = recordQuotaId({ organizationId, month, level: 'closed', limits: row });
    const key = changedBytesKey(organizationId, month);
    const { traces, bytes } = withChanges(used, projections.get(changedBytes, key)?.bytes);
    await recordQuota(id, { organizationId, month, traces, bytes, isFinal: true }, dependencies);
  }
}
