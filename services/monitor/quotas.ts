import { isHigher, quotaLevel } from '../../domain/billing/quota.ts';
import { chunk } from '../../platform/chunk.ts';
import { changedBytes, changedBytesKey } from '../../projections/billing/changed-bytes.ts';
import { readMonthlyUsage } from '../../projections/billing/monthly-usage.ts';
import { type SubscriptionRow, subscriptions } from '../../projections/billing/subscriptions.ts';
import type { QuotaLevel, Usage } from '../../schemas/billing/quota.ts';
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
  let after = tally;
  for (const rows of chunk(suspectsOf(tally, told, dependencies), limits.countedAtOnceMax)) {
    const some = rows.map(row => row.organizationId);
    const options = { signal, maxExecutionMs: limits.queryMsMax };
    const usage = await readMonthlyUsage(some, tally.month, warehouse, options);
    after = counted(after, usage);
    for (const row of rows) {
      const used = withEvents(row, usage.get(row.organizationId) ?? nothing, tally, dependencies);
      if (isNews(row, used, tally, told)) await tell(row, used, tally, told, dependencies);
    }
  }
  return evaluated(after, tally.open);
}

const nothing: Usage = { traces: 0, bytes: 0 };

const suspectsOf = (
  tally: UsageUpperBounds,
  told: SentCommandIds,
  dependencies: MeteringDependencies,
): readonly SubscriptionRow[] =>
  [...tally.open].flatMap(organizationId => {
    const row = dependencies.projections.get(subscriptions, organizationId);
    if (row === undefined) return [];
    const atMost = withEvents(row, atMostOf(tally, organizationId), tally, dependencies);
    return isNews(row, atMost, tally, told) ? [row] : [];
  });

/** Events are in no warehouse; the projections have all of them. */
const withEvents = (
  { organizationId }: SubscriptionRow,
  { traces, bytes }: Usage,
  { month }: UsageUpperBounds,
  { projections }: Pick<MeteringDependencies, 'projections'>,
): Usage => ({
  traces,
  bytes:
    bytes + (projections.get(changedBytes, changedBytesKey(organizationId, month))?.bytes ?? 0),
});

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
  const data = { organizationId, month: tally.month, ...used, isFinal: false };
  await recordQuota(id, data, dependencies);
  told.add(id);
}
