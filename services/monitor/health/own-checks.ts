import { everyRow } from '../../../projections/engine/read/every-row.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { type HealthCheckRow, healthChecks } from '../../../projections/health/health-checks.ts';
import { partitionOf } from '../../../schemas/partition.ts';

/** The checks of all organizations whose samples are on a partition. */
export async function ownChecks(
  partition: number,
  partitions: number,
  projections: Pick<Projections, 'list'>,
): Promise<ReadonlyMap<string, HealthCheckRow>> {
  const rows = new Map<string, HealthCheckRow>();
  for await (const row of everyRow(healthChecks, projections))
    if (partitionOf(row.checkId, partitions) === partition) rows.set(row.checkId, row);
  return rows;
}
