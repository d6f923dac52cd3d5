/** What anomalies are detected in, for each service. */
export const anomalyMetrics = ['latency_p95', 'error_rate', 'throughput'] as const;

export type AnomalyMetric = (typeof anomalyMetrics)[number];

export const anomalyDirections = ['above', 'below'] as const;

export type AnomalyDirection = (typeof anomalyDirections)[number];
