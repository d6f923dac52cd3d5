import type { ConditionEvidence, Evidence } from '../../../schemas/alerts/evidence.ts';
import type { Figures } from '../../../schemas/alerts/parts.ts';

export const instantOf = (atMs: number): string => new Date(atMs).toISOString();

/** Evidence as clients read it. */
export const figuresOf = (evidence: Evidence): Figures => ({
  rule_version: evidence.ruleVersion,
  window: { from: instantOf(evidence.window.fromMs), to: instantOf(evidence.window.toMs) },
  service_name: evidence.serviceName,
  samples: evidence.samples,
  late: evidence.late,
  errors: evidence.errors,
  p50_ms: evidence.p50Ms ?? null,
  p90_ms: evidence.p90Ms ?? null,
  p95_ms: evidence.p95Ms ?? null,
  p99_ms: evidence.p99Ms ?? null,
  avg_ms: evidence.avgMs ?? null,
  exemplars: evidence.exemplars.map(({ traceId, durationMs, isError }) => ({
    trace_id: traceId,
    duration_ms: durationMs,
    is_error: isError,
  })),
  log: evidence.log.map(({ topic, partition, first, last }) => ({ topic, partition, first, last })),
  ...(evidence.conditions && { conditions: evidence.conditions.map(conditionFigures) }),
});

const conditionFigures = ({ window, ...one }: ConditionEvidence) => ({
  ...one,
  window: { from: instantOf(window.fromMs), to: instantOf(window.toMs) },
});
