import { AnswerTooLarge } from '../../platform/errors.ts';
import { answerTooLarge, invalidRequest } from '../../platform/http/problem.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { type Aggregation, pointTypes } from '../../schemas/metrics/routes.ts';
import {
  type DistributionRow,
  distributionSql,
  linesOfDistributions,
  type MapInTurns,
} from './distributions.ts';
import { metricLimits } from './limits.ts';
import type { FoundLine } from './metric-line.ts';
import { kindsSql } from './metric-sql.ts';
import { lineOfNumbers, type NumberRow, selectNumbers } from './numbers.ts';

/** Which points count. Seconds are since 1970, and `toSeconds` is not part of the range. */
export type PointsAsked = {
  readonly organization: OrganizationId;
  readonly metric: string;
  /** All of them when empty. */
  readonly services: readonly string[];
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** What was known before. */
  readonly knownSeconds: number;
};

export type FiguresAsked = PointsAsked & {
  readonly aggregation: Aggregation;
  /** An attribute, or `service.name`; '': all points together. */
  readonly groupBy: string;
  /** Seconds; the steps of a range begin with it. */
  readonly step: number;
  /** Attributes that points must have, with their values. */
  readonly filter: Readonly<Record<string, string>>;
};

/** A type of which the points of a metric are. */
export type MetricKind = {
  readonly type: number;
  readonly unit: string;
  readonly n: string;
  readonly is_monotonic: boolean;
  readonly is_delta: boolean;
};

export type ReadMetric = <Row>(
  statement: {
    readonly sql: string;
    readonly parameters: { readonly organization: OrganizationId } & Readonly<
      Record<string, unknown>
    >;
  },
  options?: { readonly resultBytesMax: number },
) => Promise<Row[]>;

/** The most frequent first; none: nothing came. */
export const readKinds = (
  { organization, metric, services, fromSeconds, toSeconds, knownSeconds }: PointsAsked,
  read: ReadMetric,
): Promise<MetricKind[]> =>
  read({
    sql: kindsSql,
    parameters: {
      organization,
      metric,
      services,
      from: fromSeconds,
      to: toSeconds,
      known: knownSeconds,
    },
  });

/**
 * One figure of a metric by step and group. Throws 400 for a percentile of what is no histogram, for more groups than
 * an answer has, and for more than is put together at once.
 */
export async function readFigures(
  { type, is_monotonic: isMonotonic, is_delta: isDelta }: MetricKind,
  asked: FiguresAsked,
  read: ReadMetric,
  inTurns: MapInTurns,
): Promise<readonly FoundLine[]> {
  const quantile = quantileOf(asked.aggregation);
  if (quantile !== undefined && !isHistogram(type))
    throw invalidRequest(
      `expected a histogram for ${asked.aggregation}, found ${pointTypes[type - 1]}`,
    );
  const { stepsMax, groupsMax } = metricLimits;
  if (isNumber(type)) {
    const sql = selectNumbers(asked.aggregation, isMonotonic || isDelta);
    const rows = await readPoints<NumberRow>(sql, type, asked, groupsMax + 1, read);
    return expectFew(rows.map(lineOfNumbers));
  }
  const sql = distributionSql(type);
  const rows = await readPoints<DistributionRow>(sql, type, asked, stepsMax * groupsMax + 1, read);
  return expectFew(await linesOfDistributions(rows, asked, quantile, inTurns));
}

const isNumber = (type: number): boolean => type <= pointTypes.indexOf('sum') + 1;

const isHistogram = (type: number): boolean =>
  !isNumber(type) && type !== pointTypes.indexOf('summary') + 1;

async function readPoints<Row>(
  sql: string,
  type: number,
  asked: FiguresAsked,
  limit: number,
  read: ReadMetric,
): Promise<Row[]> {
  const { organization, metric, services, groupBy: group, step, filter } = asked;
  const { fromSeconds: from, toSeconds: to, knownSeconds: known } = asked;
  const phase = from % step;
  const points = { organization, metric, services, type, from, to, known };
  const parameters = {
    ...points,
    group,
    step,
    phase,
    limit,
    back: Math.max(0, from - Math.max(step, metricLimits.lookBackSeconds)),
    filter_names: Object.keys(filter),
    filter_values: Object.values(filter),
  };
  const { resultBytesMax } = metricLimits;
  try {
    return await read({ sql, parameters }, { resultBytesMax });
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
    throw answerTooLarge('choose a longer step, a shorter time, one service or fewer groups');
  }
}

const quantileOf = (aggregation: Aggregation): number | undefined =>
  aggregation.startsWith('p') ? Number(aggregation.slice(1)) / 100 : undefined;

function expectFew(lines: readonly FoundLine[]): readonly FoundLine[] {
  if (lines.length <= metricLimits.groupsMax) return lines;
  throw invalidRequest(
    `expected an attribute with at most ${metricLimits.groupsMax} values, found more`,
  );
}
