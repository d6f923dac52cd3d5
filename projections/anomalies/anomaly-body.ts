import { bandOf } from '../../domain/anomalies/figures.ts';
import type { AnomalyFigures } from '../../schemas/anomalies/figures.ts';
import type { AnomalyBody } from '../../schemas/anomalies/parts.ts';
import type { AnomalyRow } from './anomalies.ts';

/** An anomaly as clients read it. */
export function anomalyBody(row: AnomalyRow): AnomalyBody {
  const { metrics, openMetrics, acknowledged, ended } = row;
  const [first] = metrics;
  if (first === undefined) throw new Error(`expected a metric of anomaly ${row.anomalyId}`);
  const { metric, direction, score } = first;
  const { low, high } = bandOf(first);
  return {
    id: row.anomalyId,
    service_name: row.service,
    metric,
    direction,
    value: first.observed,
    expected_low: low,
    expected_high: high,
    score,
    severity: row.severity,
    message: row.message,
    status: ended === undefined ? 'open' : 'ended',
    metrics: metrics.map(one => figuresBody(one, openMetrics.includes(one.metric))),
    detected_at: instantOf(row.detectedAtMs),
    acknowledged_at: acknowledged === undefined ? null : instantOf(acknowledged.atMs),
    acknowledged_by: acknowledged?.by ?? null,
    ended_at: ended === undefined ? null : instantOf(ended.atMs),
    end_reason: ended?.reason ?? null,
  };
}

function figuresBody(figures: AnomalyFigures, isOpen: boolean): AnomalyBody['metrics'][number] {
  const { metric, direction, observed: value, expected, score, fromMs, toMs } = figures;
  const { low, high } = bandOf(figures);
  return {
    metric,
    direction,
    value,
    expected,
    expected_low: low,
    expected_high: high,
    score,
    window: { from: instantOf(fromMs), to: instantOf(toMs) },
    status: isOpen ? 'open' : 'ended',
  };
}

const instantOf = (ms: number): string => new Date(ms).toISOString();
