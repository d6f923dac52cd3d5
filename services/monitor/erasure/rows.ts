import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { nilOrganization, type OrganizationId } from '../../../schemas/ids.ts';
import type { Erased } from '../../../schemas/organizations/erasure.ts';
import { isUuid } from '../../../schemas/uuid.ts';
import { limits } from '../config.ts';

/** Deletes its rows in every table that has an organization, and waits until the files without them are there. */
export async function eraseRows(
  organization: OrganizationId,
  warehouse: Pick<Warehouse, 'query' | 'command'>,
  signal: AbortSignal,
): Promise<Erased['rows']> {
  // It becomes part of a statement, and rows of bookkeeping are nobody's.
  if (!isUuid(organization) || organization === nilOrganization)
    throw new Error(`expected the id of an organization, got ${organization}`);
  const counts: Record<string, number> = {};
  for (const table of await tablesOf(warehouse, signal)) {
    const rows = await countOf(table, organization, warehouse, signal);
    if (rows === 0) continue;
    await warehouse.command(
      `ALTER TABLE ${table} DELETE WHERE organization = toUUID('${organization}') SETTINGS mutations_sync = 2`,
    );
    counts[table] = rows;
  }
  return counts;
}

async function tablesOf(
  warehouse: Pick<Warehouse, 'query'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const rows = await warehouse.query<{ readonly table: string }>(
    `SELECT table FROM system.columns
     WHERE database = currentDatabase() AND name = 'organization'
       AND table IN (SELECT name FROM system.tables
                     WHERE database = currentDatabase() AND engine LIKE '%MergeTree')
     ORDER BY table`,
    {},
    { signal },
  );
  return rows.map(({ table }) => table);
}

async function countOf(
  table: string,
  organization: OrganizationId,
  warehouse: Pick<Warehouse, 'query'>,
  signal: AbortSignal,
): Promise<number> {
  const [row] = await warehouse.query<{ readonly rows: string }>(
    `SELECT count() AS rows FROM ${table} WHERE organization = {organization:UUID}`,
    { organization },
    { signal, maxExecutionMs: limits.queryMsMax },
  );
  return Number(row?.rows ?? 0);
}
