import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest, notFound } from '../../../platform/http/problem.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import { metricLimits } from '../../../projections/metrics/limits.ts';
import {
  type FiguresAsked,
  type MetricKind,
  type ReadMetric,
  readFigures,
  readKinds,
} from '../../../projections/metrics/metric-figures.ts';
import type { FoundLine } from '../../../projections/metrics/metric-line.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import { pointTypes, type TimeSeries } from '../../../schemas/metrics/routes.ts';
import { hourSeconds } from '../../../schemas/window.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { servicesAsked } from '../services/own-service.ts';
import { knownUpTo } from '../windows/known-condition.ts';
import { readRows } from '../windows/window-metrics.ts';
import { askedRange, instantAt } from './metric-range.ts';

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
    const range = askedRange(query, query.as_of ?? clock(), hourSeconds, query.step);
    const steps = (range.toSeconds - range.fromSeconds) / query.step;
    if (steps > metricLimits.stepsMax) {
      throw invalidRequest(`expected at most ${metricLimits.stepsMax} steps, found ${steps}`);
    }
    const asked: FiguresAsked = {
      ...range,
      organization: key.organizationId,
      metric: query.metric,
      services: servicesAsked(key, query.service),
      knownSeconds: knownUpTo(query.as_of),
      aggregation: query.aggregation,
      groupBy: query.group_by ?? '',
      step: query.step,
      filter: {},
    };
    const read: ReadMetric = (statement, options) =>
      readRows(statement, { warehouse, signal }, options);
    const kind = kindOf(await readKinds(asked, read), query);
    const lines = await readFigures(kind, asked, read, mapInTurns);
    return {
      status: 200,
      body: {
        metric: query.metric,
        type: pointTypes[kind.type - 1] ?? 'gauge',
        unit: kind.unit,
        aggregation: query.aggregation,
        group_by: asked.groupBy,
        step_seconds: query.step,
        from: instantAt(range.fromSeconds),
        to: instantAt(range.toSeconds),
        sample_count: lines.reduce((sum, { samples }) => sum + samples, 0),
        series: lines.filter(({ points }) => points.length > 0).map(seriesOf),
      },
    };
  };

function kindOf(kinds: readonly MetricKind[], { metric, type }: QueryOf<'queryMetric'>) {
  const wanted = kinds.filter(kind => type === undefined || pointTypes[kind.type - 1] === type);
  const [kind, ...others] = wanted;
  if (kind === undefined) throw notFound(`there is no metric '${metric}' in this time`);
  if (others.length > 0) {
    const types = wanted.map(one => pointTypes[one.type - 1]).join(', ');
    throw invalidRequest(`'${metric}' is of the types ${types}: choose one with type=`);
  }
  return kind;
}

const seriesOf = ({ group, points }: FoundLine): TimeSeries => ({
  group,
  points: points.map(({ seconds, value }) => ({ time: instantAt(seconds), value })),
});
