import type { DomainState } from '../../../projections/engine/read/history.ts';
import {
  type ErrorGroupRow,
  errorGroupKey,
  errorGroups,
} from '../../../projections/errors/error-groups.ts';
import type { ErrorStatus } from '../../../schemas/errors/group.ts';
import type { ErrorGroupId } from '../../../schemas/errors/ids.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';

export type GroupStatus = { readonly status: ErrorStatus; readonly sinceMs?: number };

/**
 * What is decided about a group with a last error. One that was seen after it was resolved has come back, whether the
 * event that says so is written yet or not; since when is then told by its last error, until that event tells it.
 */
export function statusOf(
  { id, lastNanos }: { readonly id: ErrorGroupId; readonly lastNanos: string },
  organization: OrganizationId,
  state: Pick<DomainState, 'get'>,
): GroupStatus {
  const row: ErrorGroupRow | undefined = state.get(errorGroups, errorGroupKey(organization, id));
  if (row === undefined) return { status: 'open' };
  const lastMs = Number(BigInt(lastNanos) / 1_000_000n);
  const isBack = row.status === 'resolved' && lastMs > row.sinceMs;
  return isBack
    ? { status: 'regressed', sinceMs: lastMs }
    : { status: row.status, sinceMs: row.sinceMs };
}
