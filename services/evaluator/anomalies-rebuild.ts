import {
  anomalyParameters,
  hourMinutes,
  minuteSeconds,
  weekHours,
} from '../../domain/anomalies/parameters.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { AnomalyMetric } from '../../schemas/anomalies/metric.ts';
import { partitionOf } from '../../schemas/partition.ts';
import type { RebuiltAnomalies } from './anomaly-store.ts';
import { limits } from './config.ts';
import { rebuildSeries, type ScoredValue } from './core/anomalies/rebuild.ts';

type Place = {
  readonly partition: number;
  /** Of `windows`. */
  readonly partitions: number;
  /** The first minute that the log has whole: what is rebuilt lies before it. */
  readonly wholeFrom: number;
};

type Rebuilding = {
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly anomalies: RebuiltAnomalies;
  readonly signal: AbortSignal;
};

/** The histories of the services of a partition, from their scores. Resolves when they are stored. */
export async function rebuildAnomalies(
  place: Place,
  { warehouse, anomalies, signal }: Rebuilding,
): Promise<number> {
  // What an earlier attempt has stored would count twice.
  for (const [series] of anomalies.all()) anomalies.forget(series);
  await anomalies.store();
  const found = await seriesBefore(place, { warehouse, signal });
  for (const series of found) {
    signal.throwIfAborted();
    const scored = await scoresOf(series, place, { warehouse, signal });
    const name = nameOf(series);
    const state = rebuildSeries(scored, anomalies.history(name));
    if (state !== undefined) anomalies.put(name, state);
    await anomalies.store();
  }
  return found.length;
}

type Series = { readonly organization: string; readonly service: string };

const nameOf = ({ organization, service }: Series): string => `${organization}/${service}`;

type Reading = Omit<Rebuilding, 'anomalies'>;

/** Services that were scored shortly before: one that was silent for longer was forgotten. Those of the latest minutes first. */
async function seriesBefore(
  { partition, partitions, wholeFrom }: Place,
  { warehouse, signal }: Reading,
): Promise<readonly Series[]> {
  const rows = await warehouse.query<Series>(
    `SELECT toString(organization) AS organization, toString(service) AS service FROM anomaly_scores
     WHERE metric = 'throughput'
       AND minute >= toDateTime({from:UInt32}, 'UTC') AND minute < toDateTime({to:UInt32}, 'UTC')
     GROUP BY anomaly_scores.organization, anomaly_scores.service
     ORDER BY max(minute) DESC LIMIT {limit:UInt32}`,
    {
      from: (wholeFrom - anomalyParameters.recentHours * hourMinutes) * minuteSeconds,
      to: wholeFrom * minuteSeconds,
      limit: limits.servicesListedMax,
    },
    { signal, reader: 'process' },
  );
  return rows
    .filter(series => partitionOf(nameOf(series), partitions) === partition)
    .slice(0, limits.seriesRebuiltMax);
}

type ScoreRow = {
  readonly metric: AnomalyMetric;
  readonly at_minute: number;
  readonly value: number;
  readonly is_outside: number;
};

/** Read week by week: a series has 30,000 scores in a week. */
async function scoresOf(
  { organization, service }: Series,
  { wholeFrom }: Place,
  { warehouse, signal }: Reading,
): Promise<ScoredValue[]> {
  const weekMinutes = weekHours * hourMinutes;
  const scored: ScoredValue[] = [];
  for (let weeks = anomalyParameters.weeksMax; weeks > 0; weeks--) {
    const rows = await warehouse.query<ScoreRow>(
      `SELECT toString(metric) AS metric, intDiv(toUnixTimestamp(minute), 60) AS at_minute, observed AS value,
         score > 1 AND (anomaly_scores.metric = 'throughput' OR observed > expected) AS is_outside
       FROM anomaly_scores
       WHERE organization = {organization:UUID} AND service = {service:String}
         AND anomaly_scores.minute >= toDateTime({from:UInt32}, 'UTC')
         AND anomaly_scores.minute < toDateTime({to:UInt32}, 'UTC')
       ORDER BY anomaly_scores.minute, anomaly_scores.metric, anomaly_scores.place DESC
       LIMIT 1 BY anomaly_scores.minute, anomaly_scores.metric`,
      {
        organization,
        service,
        from: (wholeFrom - weeks * weekMinutes) * minuteSeconds,
        to: (wholeFrom - (weeks - 1) * weekMinutes) * minuteSeconds,
      },
      { signal, reader: 'process' },
    );
    for (const { metric, at_minute: minute, value, is_outside } of rows)
      scored.push({ metric, minute, value, isOutside: is_outside === 1 });
  }
  return scored;
}
