import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { instantOf } from '../alerts/figures.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { AskedAnomaly } from './asked.ts';
import { anomalyReadLimits } from './config.ts';

type Score = ResponseOf<'getAnomaly'>['scores'][number];

type ScoreRow = Omit<Score, 'at'> & { readonly at: number };

/** The scores of the service around an anomaly, oldest first; of a minute that was judged again the last judgement. */
export async function readScores(
  { anomaly, nowMs }: AskedAnomaly,
  reading: QueryContext,
): Promise<Score[]> {
  const { scoresBeforeMs, scoresAfterMs, scoresMax } = anomalyReadLimits;
  const detectedMs = anomaly.metrics[0]?.toMs ?? anomaly.detectedAtMs;
  const rows = await readRows<ScoreRow>(
    {
      sql: `SELECT toUnixTimestamp(minute) AS at, toString(metric) AS metric, observed AS value,
              if(isNaN(expected), NULL, expected) AS expected, if(isNaN(spread), NULL, spread) AS spread,
              if(isNaN(score), NULL, score) AS score, toString(state) AS state
            FROM anomaly_scores
            WHERE organization = {organization:UUID} AND service = {service:String}
              AND minute >= toDateTime({from:UInt32}, 'UTC') AND minute < toDateTime({to:UInt32}, 'UTC')
            ORDER BY minute, anomaly_scores.metric, place DESC
            LIMIT 1 BY minute, anomaly_scores.metric LIMIT {limit:UInt32}`,
      parameters: {
        organization: anomaly.organizationId,
        service: anomaly.service,
        from: Math.floor((detectedMs - scoresBeforeMs) / 1000),
        to: Math.floor(Math.min(detectedMs + scoresAfterMs, nowMs) / 1000),
        limit: scoresMax,
      },
    },
    reading,
  );
  return rows.map(row => ({ ...row, at: instantOf(row.at * 1000) }));
}
