import { type AuditRow, audit, auditKey, auditPrefix } from '../../../projections/audit/audit.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { AuditKind } from '../../../schemas/audit/kinds.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { turnOf } from '../bounds/in-turns.ts';
import { rowsOf } from '../bounds/rows.ts';
import { limits } from '../config.ts';
import { rowsOfKinds } from './of-kinds.ts';

export type WantedPage = {
  readonly organizationId: OrganizationId;
  /** Only rows after the first position and before the second. */
  readonly after: number;
  readonly before: number;
  readonly limit: number;
  /** Only events of these kinds; of every kind when absent. */
  readonly kinds: readonly AuditKind[] | undefined;
  readonly matches: (row: AuditRow) => boolean;
  readonly signal: AbortSignal;
};

export type AuditPage = {
  readonly rows: readonly AuditRow[];
  /** Where the next page begins, as its `before`; undefined when there is nothing left. */
  readonly next: number | undefined;
};

/** Rows from the newest on, having looked at no more than a request may. */
export async function auditPage(
  wanted: WantedPage,
  reads: Pick<DomainState, 'get' | 'page'>,
): Promise<AuditPage> {
  const rows: AuditRow[] = [];
  let next = wanted.before;
  let seen = 0;
  for await (const row of wantedRows(wanted, reads)) {
    if (row.position <= wanted.after) return { rows, next: undefined };
    if (seen++ === limits.auditRowsMax) return { rows, next };
    const isMatch = wanted.matches(row);
    if (isMatch && rows.length === wanted.limit) return { rows, next };
    if (isMatch) rows.push(row);
    next = row.position;
  }
  return { rows, next: undefined };
}

const wantedRows = (wanted: WantedPage, reads: Pick<DomainState, 'get' | 'page'>) =>
  wanted.kinds === undefined
    ? everyRow(wanted, reads)
    : rowsOfKinds({ ...wanted, kinds: wanted.kinds }, reads);

function everyRow(
  { organizationId, before, signal }: WantedPage,
  state: Pick<DomainState, 'page'>,
): AsyncIterable<AuditRow> {
  const places = {
    prefix: auditPrefix(organizationId),
    after: auditKey(organizationId, before),
    max: limits.auditRowsMax + 1,
  };
  return rowsOf(state, audit, places, turnOf(organizationId, signal));
}
