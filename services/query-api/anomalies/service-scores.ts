import { bandOf } from '../../../domain/anomalies/figures.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { BandPoint } from '../../../schemas/anomalies/parts.ts';
import { minuteMs } from '../../../schemas/durations.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import type { ServiceReads } from '../services/known-service.ts';
import { assertOwnService } from '../services/own-service.ts';
import { knownSql } from '../windows/known-condition.ts';
import {
  assertInDateTimeRange,
  boundsOf,
  instantOfSeconds,
  readRows,
} from '../windows/window-metrics.ts';
import type { TimeRange } from '../windows/window-rows.ts';
import { anomalyReadLimits } from './config.ts';

type Query = QueryOf<'serviceAnomalyScores'>;

/** GET /v1/services/:name/anomaly-scores: the minutes that were judged, the earliest first. */
export const serviceAnomalyScores =
  ({ warehouse, clock, expectKnown }: ServiceReads): Handler<'serviceAnomalyScores'> =>
  async ({ key, params: { name: service }, query, signal }) => {
    const { organizationId: organization } = key;
    assertOwnService(key, service);
    const range = minutesOf(query, query.as_of ?? clock());
    const statement = select({ organization, service, query, range });
    const rows = await readRows<ScoreRow>(statement, { warehouse, signal });
    if (rows.length === 0) await expectKnown(organization, service, signal);
    const points = await mapInTurns(rows, pointOf);
    return { status: 200, body: { service, metric: query.metric, ...boundsOf(range), points } };
  };

/** The range, widened to whole minutes. */
function minutesOf({ from, to }: Query, nowMs: number): TimeRange {
  const { bandRangeMsMax, bandPresetMs } = anomalyReadLimits;
  const toMs = to ?? nowMs;
  const fromMs = from ?? toMs - bandPresetMs;
  if (fromMs >= toMs) throw invalidRequest('`from` must be earlier than `to`');
  const range = {
    fromSeconds: Math.floor(fromMs / minuteMs) * 60,
    toSeconds: Math.ceil(toMs / minuteMs) * 60,
  };
  const rangeMs = (range.toSeconds - range.fromSeconds) * 1000;
  if (rangeMs > bandRangeMsMax)
    throw invalidRequest('`from` and `to` must be at most 7 days apart, in whole minutes');
  assertInDateTimeRange(range.fromSeconds, range.toSeconds);
  return range;
}

type Selected = {
  readonly organization: OrganizationId;
  readonly service: string;
  readonly query: Query;
  readonly range: TimeRange;
};

/** Of a minute that was judged again, the judgement at the highest place counts. */
const select = ({ organization, service, query, range }: Selected) => ({
  sql: `SELECT toUnixTimestamp(minute) AS at, observed AS value, if(isNaN(expected), NULL, expected) AS expected,
      if(isNaN(spread), NULL, spread) AS spread, if(isNaN(score), NULL, score) AS score, toString(state) AS state
    FROM anomaly_scores
    WHERE organization = {organization:UUID} AND service = {service:String} AND anomaly_scores.metric = {metric:String}
      AND minute >= toDateTime({from:UInt32}, 'UTC') AND minute < toDateTime({to:UInt32}, 'UTC') ${knownSql(query.as_of)}
    ORDER BY minute, place DESC LIMIT 1 BY minute`,
  parameters: {
    organization,
    service,
    metric: query.metric,
    from: range.fromSeconds,
    to: range.toSeconds,
  },
});

type ScoreRow = Pick<BandPoint, 'value' | 'expected' | 'score' | 'state'> & {
  readonly at: number;
  readonly spread: number | null;
};

function pointOf({ at, value, expected, spread, score, state }: ScoreRow): BandPoint {
  const band = expected === null || spread === null ? undefined : bandOf({ expected, spread });
  return {
    at: instantOfSeconds(at),
    value,
    expected,
    expected_low: band?.low ?? null,
    expected_high: band?.high ?? null,
    score,
    state,
  };
}
