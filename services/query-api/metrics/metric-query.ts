import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest, notFound } from '../../../platform/http/problem.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { type MetricLine, pointTypes } from '../../../schemas/metrics/routes.ts';
import { limits } from '../config.ts';
import { readRows, type Reading as WarehouseReading } from '../windows/window-metrics.ts';
import type { TimeRange } from '../windows/window-rows.ts';
import { distributionOf, distributionSql } from './metric-distributions.ts';
import type { Figure } from './metric-figure.ts';
import { numberOf } from './metric-numbers.ts';
import { askedRange, instantAt } from './metric-range.ts';
import { kindsSql, numberSql } from './metric-sql.ts';

type Query = QueryOf<'queryMetric'>;

type Kind = {
  readonly type: number;
  readonly unit: string;
  readonly n: string;
  readonly is_monotonic: boolean;
  readonly is_delta: boolean;
};

type Reading = WarehouseReading & { readonly organization: OrganizationId };

const hourSeconds = 3_600;

/** GET /v1/metrics/query; without a time, the last hour. */
export const queryMetric =
  ({
    warehouse,
    clock,
  }: {
    readonly warehouse: OrganizationReads;
    readonly clock: () => number;
  }): Handler<'queryMetric'> =>
  async ({ key, query, signal }) => {
    const range = askedRange(query, clock(), hourSeconds, query.step);
    const steps = (range.toSeconds - range.fromSeconds) / query.step;
    if (steps > limits.metricStepsMax) {
      throw invalidRequest(`expected at most ${limits.metricStepsMax} steps, found ${steps}`);
    }
    const reading = { warehouse, organization: key.organizationId, signal };
    const kind = await kindOf(query, range, reading);
    const figures = await readFigures(kind, query, range, reading);
    return {
      status: 200,
      body: {
        metric: query.metric,
        type: pointTypes[kind.type - 1] ?? 'gauge',
        unit: kind.unit,
        aggregation: query.aggregation,
        group_by: query.group_by ?? '',
        step_seconds: query.step,
        from: instantAt(range.fromSeconds),
        to: instantAt(range.toSeconds),
        sample_count: figures.reduce((sum, { samples }) => sum + samples, 0),
        series: linesOf(figures),
      },
    };
  };

async function kindOf(query: Query, range: TimeRange, reading: Reading): Promise<Kind> {
  const parameters = {
    ...{ organization: reading.organization, metric: query.metric, service: query.service ?? '' },
    ...{ from: range.fromSeconds, to: range.toSeconds },
  };
  const kinds = await readRows<Kind>({ sql: kindsSql, parameters }, reading);
  const wanted = kinds.filter(
    ({ type }) => query.type === undefined || pointTypes[type - 1] === query.type,
  );
  const [kind, ...others] = wanted;
  if (kind === undefined) throw notFound(`there is no metric '${query.metric}' in this time`);
  if (others.length > 0) {
    const types = wanted.map(({ type }) => pointTypes[type - 1]).join(', ');
    throw invalidRequest(`'${query.metric}' is of the types ${types}: choose one with type=`);
  }
  return kind;
}

async function readFigures(
  kind: Kind,
  query: Query,
  { fromSeconds, toSeconds }: TimeRange,
  reading: Reading,
): Promise<readonly Figure[]> {
  const isNumber = kind.type <= pointTypes.indexOf('sum') + 1;
  const quantile = quantileOf(query.aggregation);
  if (quantile !== undefined && (isNumber || kind.type === pointTypes.indexOf('summary') + 1)) {
    throw invalidRequest(
      `expected a histogram for ${query.aggregation}, found ${pointTypes[kind.type - 1]}`,
    );
  }
  const rowsMax = limits.metricStepsMax * limits.metricGroupsMax;
  const parameters = {
    ...{ organization: reading.organization, metric: query.metric, type: kind.type },
    ...{ service: query.service ?? '', group: query.group_by ?? '' },
    ...{ step: query.step, limit: rowsMax + 1, from: fromSeconds, to: toSeconds },
    back: Math.max(0, fromSeconds - Math.max(query.step, limits.metricLookBackSeconds)),
  };
  const sql = isNumber ? numberSql : distributionSql(kind.type);
  const rows = await readRows<never>({ sql, parameters }, reading);
  const isCounter = kind.is_monotonic || kind.is_delta;
  return isNumber
    ? rows.map(row => numberOf(row, query, isCounter))
    : distributionOf(rows, query, quantile);
}

const quantileOf = (aggregation: string): number | undefined =>
  aggregation.startsWith('p') ? Number(aggregation.slice(1)) / 100 : undefined;

function linesOf(figures: readonly Figure[]): MetricLine[] {
  const lines = new Map<string, { time: string; value: number }[]>();
  for (const { slot, name, value } of figures) {
    if (value === undefined || !Number.isFinite(value)) continue;
    const points = lines.get(name) ?? [];
    if (points.push({ time: instantAt(slot), value }) === 1) lines.set(name, points);
  }
  if (lines.size > limits.metricGroupsMax) {
    throw invalidRequest(
      `expected an attribute with at most ${limits.metricGroupsMax} values, found more`,
    );
  }
  return [...lines].map(([group, points]) => ({ group, points }));
}
