import type { Outcome } from '../../domain/alerts/evaluation/evaluation.ts';
import { anomalyParameters } from '../../domain/anomalies/parameters.ts';
import type { AnomalyStore } from '../../domain/anomalies/watch.ts';
import { type AnomalyRow, anomalies } from '../../projections/anomalies/anomalies.ts';
import { everyRow } from '../../projections/engine/read/every-row.ts';
import type { Projections } from '../../projections/engine/run.ts';
import type { AnomalyFigures } from '../../schemas/anomalies/figures.ts';
import type { AnomalyMetric } from '../../schemas/anomalies/metric.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { partitionOf } from '../../schemas/partition.ts';
import { relearned, reopened } from './core/anomalies/rebuild.ts';

type Place = {
  readonly partition: number;
  /** Of `windows`. */
  readonly partitions: number;
};

type Restoring = {
  readonly projections: Pick<Projections, 'barrier' | 'list'>;
  readonly anomalies: AnomalyStore;
  readonly signal: AbortSignal;
};

type Known = { readonly organizationId: OrganizationId; readonly service: string };

const seriesOf = ({ organizationId, service }: Known): string => `${organizationId}/${service}`;

/** The anomalies of a partition, each once: a projection has them under several keys. */
async function anomaliesOf(
  { partition, partitions }: Place,
  projections: Pick<Projections, 'list'>,
): Promise<readonly AnomalyRow[]> {
  const found = new Map<string, AnomalyRow>();
  for await (const row of everyRow(anomalies, projections))
    if (partitionOf(seriesOf(row), partitions) === partition) found.set(row.anomalyId, row);
  return [...found.values()];
}

/**
 * Former owners of a partition may have opened anomalies of which this process has no state. They are open here as well
 * from the place on up to which a former owner can have read: without that, nothing would end them.
 */
export function createAnomalyRestore(place: Place & { readonly offset: number }, to: Restoring) {
  /** The latest ends that follow from the log, by metric and series: the projection may not have them yet. */
  const endedMs = new Map<string, number>();
  let isDone = false;
  const nameOf = (known: Known, metric: AnomalyMetric): string => `${metric} ${seriesOf(known)}`;
  const isOpen = (row: AnomalyRow, { metric, toMs }: AnomalyFigures): boolean =>
    row.openMetrics.includes(metric) && toMs > (endedMs.get(nameOf(row, metric)) ?? 0);
  return {
    decided: (outcomes: readonly Outcome[]): void => {
      for (const outcome of outcomes)
        if (outcome.type === 'anomaly' && outcome.change.type === 'end') {
          const { metric, minute } = outcome.change;
          endedMs.set(nameOf(outcome, metric), (minute + 1) * minuteMs);
        }
    },
    /** `offset`: the next record to handle. */
    restore: async (offset: number): Promise<void> => {
      if (isDone || offset < place.offset) return;
      isDone = true;
      const { projections, anomalies: store, signal } = to;
      await projections.barrier(signal);
      for (const row of await anomaliesOf(place, projections))
        for (const figures of row.metrics.filter(one => isOpen(row, one)))
          store.put(seriesOf(row), reopened(store.get(seriesOf(row)), figures));
    },
  };
}

const newLevelMs = anomalyParameters.newLevelMinutes * minuteMs;

/** Metrics of rebuilt series that have a new level are compared with what came after it alone. */
export async function restoreLevels(
  place: Place,
  to: Pick<Restoring, 'anomalies'> & { readonly projections: Pick<Projections, 'list'> },
): Promise<void> {
  for (const { metrics, ended, ...known } of await anomaliesOf(place, to.projections)) {
    if (ended?.reason !== 'new_level') continue;
    for (const { metric, fromMs } of metrics) {
      const state = to.anomalies.get(seriesOf(known));
      const sinceHour = Math.floor((fromMs + newLevelMs) / (60 * minuteMs));
      if (state !== undefined && fromMs + newLevelMs <= ended.atMs)
        to.anomalies.put(seriesOf(known), relearned(state, metric, sinceHour));
    }
  }
}
