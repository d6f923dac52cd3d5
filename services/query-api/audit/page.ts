import { setImmediate as otherWork } from 'node:timers/promises';
import type { KeyedRow } from '../../../platform/read-store/port.ts';
import { type AuditRow, audit, auditKey, auditPrefix } from '../../../projections/audit/audit.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';

export type WantedPage = {
  readonly organizationId: OrganizationId;
  /** Only rows after the first position and before the second. */
  readonly after: number;
  readonly before: number;
  readonly limit: number;
  readonly matches: (row: AuditRow) => boolean;
};

export type AuditPage = {
  readonly rows: readonly AuditRow[];
  /** Where the next page begins, as its `before`; undefined when there is nothing left. */
  readonly next: number | undefined;
};

/** Rows from the newest on, having looked at no more than a request may. */
export async function auditPage(
  wanted: WantedPage,
  reads: Pick<DomainState, 'list'>,
): Promise<AuditPage> {
  const rows: AuditRow[] = [];
  let next = wanted.before;
  let seen = 0;
  for await (const row of newestFirst(wanted, reads)) {
    if (row.position <= wanted.after) return { rows, next: undefined };
    if (seen++ === limits.auditRowsMax) return { rows, next };
    const isMatch = wanted.matches(row);
    if (isMatch && rows.length === wanted.limit) return { rows, next };
    if (isMatch) rows.push(row);
    next = row.position;
  }
  return { rows, next: undefined };
}

async function* newestFirst(
  { organizationId, ...wanted }: WantedPage,
  { list }: Pick<DomainState, 'list'>,
): AsyncIterable<AuditRow> {
  const prefix = auditPrefix(organizationId);
  for (let before: number | undefined = wanted.before; before !== undefined; ) {
    const after = auditKey(organizationId, before);
    const page: readonly KeyedRow<AuditRow>[] = list(audit, {
      prefix,
      after,
      limit: limits.auditTurnRows,
    });
    for (const { row } of page) yield row;
    before = page.length < limits.auditTurnRows ? undefined : page.at(-1)?.row.position;
    await otherWork();
  }
}
