import type { Evaluation } from '../../domain/alerts/evaluation/evaluation.ts';
import type { Projections } from '../../projections/engine/run.ts';
import { erasures, stepOf } from '../../projections/organizations/erasures.ts';
import { limits } from './config.ts';
import type { PartitionStore, Snapshot } from './store.ts';

type Held = Pick<PartitionStore, 'forget'> &
  Pick<Snapshot, 'held'> & { readonly evaluation: Pick<Evaluation, 'rules'> };

/**
 * Forgets organizations that are erased: once this process has no rule of them any more, and again when the erasure is
 * over, as windows of them may have come in between. A new start looks at all of them again.
 */
export function createForgetting(
  { forget, held, evaluation }: Held,
  { projections }: { readonly projections: Pick<Projections, 'isForgotten' | 'list'> },
): () => Promise<void> {
  const done = new Set<string>();
  return async () => {
    const rows = projections.list(erasures, { limit: limits.erasuresMax }).map(({ row }) => row);
    const due = rows.filter(row => projections.isForgotten(row) && !done.has(stepOf(row)));
    for (const row of due) {
      const { organizationId } = row;
      for (const series of [...held.keys()])
        if (series.startsWith(organizationId)) held.delete(series);
      await forget(organizationId, evaluation.rules);
      done.add(stepOf(row));
    }
  };
}
