import { chunk } from '../../platform/chunk.ts';
import { type SubscriptionRow, subscriptions } from '../../projections/billing/subscriptions.ts';
import { isHigher, type QuotaLevel, quotaLevel, type Usage } from '../../schemas/billing/quota.ts';
import { readMonthlyUsage } from '../../schemas/billing/usage.ts';
import type { CommandId } from '../../schemas/ids.ts';
import { limits } from './config.ts';
import { atMostOf, counted, evaluated, type UsageUpperBounds } from './core/usage-bounds.ts';
import type { MeteringDependencies } from './dependencies.ts';
import { type QuotaTransition, recordQuota, recordQuotaId } from './record.ts';

/** Occasions whose command the log has: it will be decided, sooner or later. */
export type SentCommandIds = Set<CommandId>;

/**
 * Counts exactly where a quota may have been reached, and records those that were. Returns the tally
 * without organizations that are still to be judged.
 */
export async function evaluateQuotas(
  tally: UsageUpperBounds,
  told: SentCommandIds,
  dependencies: MeteringDependencies,
  signal: AbortSignal,
): Promise<UsageUpperBounds> {
  if (tally.open.size === 0) return tally;
  const { projections, warehouse } = dependencies;
  await projections.barrier(signal);
  const suspects: SubscriptionRow[] = [];
  for (const organizationId of tally.open) {
    const row = projections.get(subscriptions, organizationId);
    if (row !== undefined && isNews(row, atMostOf(tally, organizationId), tally, told))
      suspects.push(row);
  }
  let after = tally;
  for (const rows of chunk(suspects, limits.countedAtOnceMax)) {
    const some = rows.map(row => row.organizationId);
    const options = { signal, maxExecutionMs: limits.queryMsMax };
    const usage = await readMonthlyUsage(some, tally.month, warehouse, options);
    after = counted(after, usage);
    for (const row of rows) {
      const used = usage.get(row.organizationId);
      if (used !== undefined && isNews(row, used, tally, told))
        await tell(row, used, tally, told, dependencies);
    }
  }
  return evaluated(after, tally.open);
}

const occasionOf = (
  row: SubscriptionRow,
  used: Usage,
  { month }: UsageUpperBounds,
): QuotaTransition => ({
  organizationId: row.organizationId,
  month,
  level: quotaLevel(used, row),
  limits: row,
  changedAtMs: row.changed?.atMs,
});

function isNews(
  row: SubscriptionRow,
  used: Usage,
  tally: UsageUpperBounds,
  told: SentCommandIds,
): boolean {
  const known: QuotaLevel = row.reached?.month === tally.month ? row.reached.level : 'within';
  if (!isHigher(quotaLevel(used, row), known)) return false;
  return !told.has(recordQuotaId(occasionOf(row, used, tally)));
}

async function tell(
  row: SubscriptionRow,
  used: Usage,
  tally: UsageUpperBounds,
  told: SentCommandIds,
  dependencies: MeteringDependencies,
): Promise<void> {
  const { organizationId } = row;
  const id = recordQuotaId(occasionOf(row, used, tally));
  const { traces, bytes } = used;
  const data = { organizationId, month: tally.month, traces, bytes, isFinal: false };
  await recordQuota(id, data, dependencies);
  told.add(id);
}
