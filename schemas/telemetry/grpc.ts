import type { OtlpRouteName } from '../http/routes.ts';

/** The methods of OTLP over gRPC, by their path, with the route over HTTP that does the same. */
export const grpcMethods = {
  '/opentelemetry.proto.collector.trace.v1.TraceService/Export': 'exportTraces',
  '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export': 'exportMetrics',
} as const satisfies Readonly<Record<string, OtlpRouteName>>;

/** What a client of OTLP may also call. */
export const grpcLogsMethod = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';
