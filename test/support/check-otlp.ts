import { examineMetrics } from '../../platform/otlp/metrics.ts';
import { examineTraces } from '../../platform/otlp/traces.ts';

export const checkTraces = (...body: Parameters<typeof examineTraces>) =>
  examineTraces(...body).checked;

export const checkMetrics = (...body: Parameters<typeof examineMetrics>) =>
  examineMetrics(...body).checked;
