import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeyedRow } from '../../platform/read-store/port.ts';
import { slices } from '../../platform/slices.ts';
import { readUsage } from '../../platform/usage.ts';
import { type SubscriptionRow, subscriptions } from '../../projections/subscriptions.ts';
import type { Month } from '../../schemas/month.ts';
import { limits } from './config.ts';
import { monthsToClose } from './core/periods.ts';
import type { LookDependencies } from './dependencies.ts';
import { recordQuota, recordQuotaId } from './record.ts';

type Due = Map<Month, SubscriptionRow[]>;

/** Counts every month before `open` that is not closed yet, of every subscription, and tells the figures. */
export async function closePeriods(
  open: Month,
  dependencies: LookDependencies,
  signal: AbortSignal,
): Promise<void> {
  await dependencies.projections.barrier(signal);
  const due = await findDue(open, dependencies);
  for (const month of [...due.keys()].toSorted()) {
    for (const rows of slices(due.get(month) ?? [], limits.countedAtOnceMax))
      await close(month, rows, dependencies, signal);
  }
}

async function findDue(open: Month, { projections }: LookDependencies): Promise<Due> {
  const due: Due = new Map();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: readonly KeyedRow<SubscriptionRow>[] = projections.list(subscriptions, {
      ...{ after, limit: limits.pageRows },
    });
    for (const { row } of page) {
      for (const month of monthsToClose(row, open, limits.periodsMax)) {
        const rows = due.get(month);
        if (rows === undefined) due.set(month, [row]);
        else rows.push(row);
      }
    }
    after = page.at(-1)?.key;
    await nextTurn();
  }
  return due;
}

async function close(
  month: Month,
  rows: readonly SubscriptionRow[],
  dependencies: LookDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { warehouse } = dependencies;
  const organizations = rows.map(row => row.organizationId);
  const options = { signal, maxExecutionMs: limits.queryMsMax };
  const usage = await readUsage(organizations, month, warehouse, options);
  for (const row of rows) {
    const { organizationId } = row;
    const used = usage.get(organizationId);
    if (used === undefined) continue;
    const id = recordQuotaId({ organizationId, month, level: 'closed', limits: row });
    await recordQuota(id, { organizationId, month, ...used, isFinal: true }, dependencies);
  }
}
