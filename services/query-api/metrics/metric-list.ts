import type { Handler } from '../../../platform/http/handler.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import { daySeconds } from '../../../schemas/durations.ts';
import { type MetricSummary, pointTypes } from '../../../schemas/metrics/routes.ts';
import { fittingSql, shortenedSql, truncatedOf } from '../bounds/fitting.ts';
import { limits } from '../config.ts';
import { servicesAsked } from '../services/own-service.ts';
import { knownUpTo } from '../windows/known-condition.ts';
import { readRows } from '../windows/window-metrics.ts';
import { askedRange, instantAt } from './metric-range.ts';

type Row = {
  readonly metric: string;
  readonly service: string;
  readonly type: number;
  readonly unit: string;
  readonly text: string;
  readonly temporality: number;
  readonly is_monotonic: boolean;
  readonly keys: readonly string[];
  readonly key_count: string;
  readonly lines: string;
  readonly samples: string;
  readonly last: string;
  readonly of_all: string;
};

const temporalityWords = ['unspecified', 'delta', 'cumulative'] as const;

/** GET /v1/metrics: what each service sent, by name. */
export const listMetrics =
  ({
    warehouse,
    clock,
  }: {
    readonly warehouse: OrganizationReads;
    readonly clock: () => number;
  }): Handler<'listMetrics'> =>
  async ({ key, query, signal }) => {
    const { fromSeconds, toSeconds } = askedRange(query, query.as_of ?? clock(), daySeconds, 1);
    const rows = await readRows<Row>(
      {
        sql: fittingSql(selectMetrics, {
          texts: 'metric, service, unit, text, keys',
          order,
          bytesMax: limits.listBytesMax,
        }),
        parameters: {
          organization: key.organizationId,
          services: servicesAsked(key, query.service),
          from: fromSeconds,
          to: toSeconds,
          known: knownUpTo(query.as_of),
          limit: limits.metricsMax,
        },
      },
      { warehouse, signal },
    );
    const metrics = rows.map(summaryOf);
    return {
      status: 200,
      body: {
        metrics,
        total: metrics.length,
        from: instantAt(fromSeconds),
        to: instantAt(toSeconds),
        sample_count: metrics.reduce((sum, metric) => sum + metric.sample_count, 0),
        ...truncatedOf(rows, limits.listBytesMax),
      },
    };
  };

const order = 'metric, service, type, unit, temporality, is_monotonic';

const selectMetrics = `
  WITH arraySort(groupUniqArrayArray(attributes.key)) AS all_keys
  SELECT metric, service, type, unit, any(description) AS text, temporality, is_monotonic,
         arrayMap(key -> ${shortenedSql('key', limits.metricKeyBytesMax, limits.textCharactersShown)},
           arraySlice(all_keys, 1, ${limits.metricKeysMax})) AS keys,
         toString(length(all_keys)) AS key_count,
         toString(uniqExact(series)) AS lines, toString(count()) AS samples,
         toString(toUnixTimestamp64Milli(toDateTime64(max(time), 3, 'UTC'))) AS last
  FROM metric_points
  WHERE organization = {organization:UUID}
    AND (empty({services:Array(String)}) OR service IN {services:Array(String)})
    AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
    AND known < toDateTime({known:UInt32}, 'UTC')
  GROUP BY ${order} ORDER BY ${order} LIMIT {limit:UInt32}`;

const summaryOf = (row: Row): MetricSummary => ({
  name: row.metric,
  service: row.service,
  type: pointTypes[row.type - 1] ?? 'gauge',
  unit: row.unit,
  description: row.text,
  temporality: temporalityWords[row.temporality] ?? 'unspecified',
  is_monotonic: row.is_monotonic,
  attributes: [...row.keys],
  ...attributesOmittedOf(row),
  series_count: Number(row.lines),
  sample_count: Number(row.samples),
  last_seen: new Date(Number(row.last)).toISOString(),
});

function attributesOmittedOf({ keys, key_count: count }: Row) {
  const omitted = Number(count) - keys.length;
  return omitted === 0 ? {} : { attributes_omitted: omitted };
}
