import { isOtlp, otlpName } from '../../domain/alerts/rule.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { AlertRule } from '../../schemas/alerts/rule.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { MapInTurns } from './distributions.ts';
import { type FiguresAsked, type ReadMetric, readFigures, readKinds } from './metric-figures.ts';
import type { FoundLine } from './metric-line.ts';

/** Seconds since 1970; the range is cut into steps from `fromSeconds` on. */
export type RuleFiguresAsked = {
  readonly organizationId: OrganizationId;
  readonly rule: AlertRule;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly step: number;
};

/**
 * What a rule about an OTLP metric compares, as `GET /v1/metrics/query` has it, of what is known now. There is none
 * where no point came, and none of a kind that the metric cannot have, such as a percentile of a gauge. Of a metric that
 * was sent with several types, the most frequent counts.
 */
export async function ruleFigures(
  asked: RuleFiguresAsked,
  read: ReadMetric,
  inTurns: MapInTurns,
): Promise<FoundLine['points']> {
  const points = pointsOf(asked);
  const [kind] = await readKinds(points, read);
  if (kind === undefined) return [];
  const [line] = await readFigures(kind, points, read, inTurns).catch(withoutFigures);
  return line?.points ?? [];
}

/** What cannot be asked of such a metric has no value; it can be when its sender changes. */
function withoutFigures(error: unknown): [] {
  if (error instanceof HttpProblem && error.status < 500) return [];
  throw error;
}

function pointsOf({ organizationId, rule, ...range }: RuleFiguresAsked): FiguresAsked {
  const { metric, measuring, scope } = rule;
  return {
    ...range,
    organization: organizationId,
    metric: isOtlp(metric) ? otlpName(metric) : '',
    services: scope.type === 'service' ? [scope.service] : [],
    knownSeconds: 0xffff_ffff,
    aggregation: measuring?.aggregation ?? 'avg',
    groupBy: '',
    filter: measuring?.filter ?? {},
  };
}
