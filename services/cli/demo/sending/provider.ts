import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { Resource } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** Where telemetry is sent, and the key that allows it. */
export type Target = { readonly url: string; readonly key: string };

/** More than are ever waiting: an SDK whose queue is full throws spans away. */
const queueSpansMax = 50_000;
const exportEveryMs = 500;
const exportTimeoutMs = 10_000;

/**
 * The tracing SDK of one service.
 *  others  see each span before it is exported
 */
export function openProvider(
  { url, key }: Target,
  resource: Resource,
  others: readonly SpanProcessor[] = [],
): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${url}/v1/traces`,
    headers: { 'x-api-key': key },
    timeoutMillis: exportTimeoutMs,
  });
  const exporting = new BatchSpanProcessor({
    exporter,
    maxQueueSize: queueSpansMax,
    scheduledDelayMillis: exportEveryMs,
    exportTimeoutMillis: exportTimeoutMs,
  });
  return new TracerProvider({
    resource,
    sampler: new AlwaysOnSampler(),
    spanProcessors: [...others, exporting],
  });
}
