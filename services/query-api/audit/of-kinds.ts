import { type AuditRow, audit, auditKey } from '../../../projections/audit/audit.ts';
import {
  type AuditKindRow,
  auditByKind,
  auditKindKey,
  auditKindPrefix,
} from '../../../projections/audit/audit-kinds.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import type { AuditKind } from '../../../schemas/audit/kinds.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { turnOf } from '../bounds/in-turns.ts';
import { rowsOf } from '../bounds/rows.ts';
import { limits } from '../config.ts';

type OfKinds = {
  readonly organizationId: OrganizationId;
  readonly kinds: readonly AuditKind[];
  /** Only rows before this position. */
  readonly before: number;
  readonly signal: AbortSignal;
};

/** Events of some kinds, the newest first: each kind has its own list, and they are merged. */
export async function* rowsOfKinds(
  { organizationId, kinds, before, signal }: OfKinds,
  state: Pick<DomainState, 'get' | 'page'>,
): AsyncIterable<AuditRow> {
  const turn = turnOf(organizationId, signal);
  const lists = [...new Set(kinds)].map(kind => {
    const after = auditKindKey(organizationId, kind, before);
    const places = { prefix: auditKindPrefix(organizationId, kind), after };
    return rowsOf(state, auditByKind, { ...places, max: limits.auditRowsMax + 1 }, turn);
  });
  for await (const { position } of mergedNewestFirst(lists)) {
    const row = state.get(audit, auditKey(organizationId, position));
    if (row !== undefined) yield row;
  }
}

/** Lists that are each in descending order of position, as one. */
async function* mergedNewestFirst(
  lists: readonly AsyncIterable<AuditKindRow>[],
): AsyncIterable<AuditKindRow> {
  const heads = await Promise.all(lists.map(list => headOf(list[Symbol.asyncIterator]())));
  for (;;) {
    const newest = heads.reduce((left, right) =>
      (right.row?.position ?? -1) > (left.row?.position ?? -1) ? right : left,
    );
    if (newest.row === undefined) return;
    yield newest.row;
    newest.row = await nextOf(newest.rest);
  }
}

async function headOf(rest: AsyncIterator<AuditKindRow>) {
  return { rest, row: await nextOf(rest) };
}

async function nextOf(rest: AsyncIterator<AuditKindRow>): Promise<AuditKindRow | undefined> {
  const next = await rest.next();
  return next.done === true ? undefined : next.value;
}
