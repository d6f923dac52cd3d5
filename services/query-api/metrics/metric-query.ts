import { AnswerTooLarge } from '../../../platform/errors.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { answerTooLarge, invalidRequest, notFound } from '../../../platform/http/problem.ts';
import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { pointTypes, type TimeSeries } from '../../../schemas/metrics/routes.ts';
import { hourSeconds } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import { servicesAsked } from '../services/own-service.ts';
import { knownUpTo } from '../windows/known-condition.ts';
import { readRows, type QueryContext as WarehouseReading } from '../windows/window-metrics.ts';
import type { TimeRange } from '../windows/window-rows.ts';
import {
  type DistributionRow,
  distributionSql,
  linesOfDistributions,
} from './metric-distributions.ts';
import type { FoundLine } from './metric-found.ts';
import { lineOfNumbers, type NumberRow, selectNumbers } from './metric-numbers.ts';
import { askedRange, instantAt } from './metric-range.ts';
import { kindsSql } from './metric-sql.ts';

type Query = QueryOf<'queryMetric'>;

type Kind = {
  readonly type: number;
  readonly unit: string;
  readonly n: string;
  readonly is_monotonic: boolean;
  readonly is_delta: boolean;
};

type Reading = WarehouseReading & {
  readonly organization: OrganizationId;
  readonly services: readonly string[];
};

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
    if (steps > limits.metricStepsMax) {
      throw invalidRequest(`expected at most ${limits.metricStepsMax} steps, found ${steps}`);
    }
    const services = servicesAsked(key, query.service);
    const reading = { warehouse, organization: key.organizationId, services, signal };
    const kind = await kindOf(query, range, reading);
    const lines = await readLines(kind, query, range, reading);
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
        sample_count: lines.reduce((sum, { samples }) => sum + samples, 0),
        series: lines.filter(isFilled).map(({ group, points }) => ({ group, points })),
      },
    };
  };

async function kindOf(query: Query, range: TimeRange, reading: Reading): Promise<Kind> {
  const parameters = {
    organization: reading.organization,
    metric: query.metric,
    services: reading.services,
    from: range.fromSeconds,
    to: range.toSeconds,
    known: knownUpTo(query.as_of),
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

async function readLines(
  kind: Kind,
  query: Query,
  range: TimeRange,
  reading: Reading,
): Promise<readonly FoundLine[]> {
  const isNumber = kind.type <= pointTypes.indexOf('sum') + 1;
  const quantile = quantileOf(query.aggregation);
  if (quantile !== undefined && (isNumber || kind.type === pointTypes.indexOf('summary') + 1)) {
    throw invalidRequest(
      `expected a histogram for ${query.aggregation}, found ${pointTypes[kind.type - 1]}`,
    );
  }
  const read = <Row>(sql: string, rowsMax: number): Promise<Row[]> =>
    readPoints(sql, parametersOf(kind, query, range, rowsMax), reading);
  if (isNumber) {
    const isCounter = kind.is_monotonic || kind.is_delta;
    const sql = selectNumbers(query.aggregation, isCounter);
    const rows = await read<NumberRow>(sql, limits.metricGroupsMax + 1);
    return expectFew(rows.map(lineOfNumbers));
  }
  const rowsMax = limits.metricStepsMax * limits.metricGroupsMax + 1;
  const rows = await read<DistributionRow>(distributionSql(kind.type), rowsMax);
  return expectFew(await linesOfDistributions(rows, query, quantile));
}

const parametersOf = (
  { type }: Kind,
  query: Query,
  { fromSeconds: from, toSeconds: to }: TimeRange,
  limit: number,
) => ({
  metric: query.metric,
  type,
  from,
  to,
  limit,
  known: knownUpTo(query.as_of),
  group: query.group_by ?? '',
  step: query.step,
  back: Math.max(0, from - Math.max(query.step, limits.metricLookBackSeconds)),
});

async function readPoints<Row>(
  sql: string,
  asked: ReturnType<typeof parametersOf>,
  reading: Reading,
): Promise<Row[]> {
  const { organization, services } = reading;
  const parameters = { organization, services, ...asked };
  try {
    return await readRows({ sql, parameters }, reading, { resultBytesMax: limits.metricBytesMax });
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
    throw answerTooLarge('choose a longer step, a shorter time, one service or fewer groups');
  }
}

const quantileOf = (aggregation: string): number | undefined =>
  aggregation.startsWith('p') ? Number(aggregation.slice(1)) / 100 : undefined;

function expectFew(lines: readonly FoundLine[]): readonly FoundLine[] {
  if (lines.length <= limits.metricGroupsMax) return lines;
  throw invalidRequest(
    `expected an attribute with at most ${limits.metricGroupsMax} values, found more`,
  );
}

const isFilled = ({ points }: TimeSeries): boolean => points.length > 0;
