import { z } from 'zod';
import { severities } from '../alerts/rule.ts';
import { instant } from '../http/parts.ts';
import { anomalyEndReasons } from './commands.ts';
import { anomalyDirections, anomalyMetrics } from './metric.ts';

/** What one metric did: latency in ms, errors in percent, throughput in requests a minute. */
const metricFigures = z.object({
  metric: z.enum(anomalyMetrics),
  direction: z.enum(anomalyDirections),
  value: z.number(),
  /** Median of the history. */
  expected: z.number(),
  /** Everything between is expected. */
  expected_low: z.number(),
  expected_high: z.number(),
  /** Distance from `expected`, 1 at the edge of the band. */
  score: z.number(),
  /** The windows that opened it. */
  window: z.object({ from: instant, to: instant }),
  status: z.enum(['open', 'ended']),
});

export const anomalyStatuses = ['open', 'ended'] as const;

export const anomalyBody = z.object({
  id: z.string(),
  service_name: z.string(),
  /** The metric that moved first; `metrics` has all of them. */
  metric: z.enum(anomalyMetrics),
  direction: z.enum(anomalyDirections),
  value: z.number(),
  expected_low: z.number(),
  expected_high: z.number(),
  score: z.number(),
  severity: z.enum(severities),
  message: z.string(),
  status: z.enum(anomalyStatuses),
  metrics: z.array(metricFigures),
  detected_at: instant,
  acknowledged_at: instant.nullable(),
  /** For example `key:<id>`. */
  acknowledged_by: z.string().nullable(),
  ended_at: instant.nullable(),
  end_reason: z.enum(anomalyEndReasons).nullable(),
});

export type AnomalyBody = z.infer<typeof anomalyBody>;

/** A version of the service that came shortly before the anomaly or during it. */
const deployment = z.object({
  version: z.string(),
  /** The version before it. */
  previous_version: z.string(),
  /** The first span of the version. */
  first_seen_at: instant,
});

const scoreStates = ['learning', 'inside', 'outside', 'anomaly'] as const;

/** What the detector made of a metric in one minute. */
export const bandPoint = z.object({
  /** The minute begins there. */
  at: instant,
  value: z.number(),
  /** Median of the history; null, as what follows from it, while there is too little history or traffic. */
  expected: z.number().nullable(),
  /** Everything between is expected. */
  expected_low: z.number().nullable(),
  expected_high: z.number().nullable(),
  /** Distance from `expected`, 1 at the edge of the band. */
  score: z.number().nullable(),
  state: z.enum(scoreStates),
});

export type BandPoint = z.infer<typeof bandPoint>;

export const anomalyDetail = z.object({
  success: z.literal(true),
  anomaly: anomalyBody,
  possible_causes: z.array(deployment),
  /** One for each minute and metric around the anomaly, oldest first. */
  scores: z.array(
    z.object({
      at: instant,
      metric: z.enum(anomalyMetrics),
      value: z.number(),
      expected: z.number().nullable(),
      spread: z.number().nullable(),
      score: z.number().nullable(),
      state: z.enum(scoreStates),
    }),
  ),
});
