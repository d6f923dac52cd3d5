import { ValueType } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationType,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { EndedSpan } from '../comparison/truth.ts';

export const requestsMetric = 'shop.requests';
export const durationsMetric = 'shop.request.duration';

export type Meters = {
  /** Counts a span where it is a request. */
  readonly count: (span: EndedSpan) => void;
  /** Resolves when everything has been exported. */
  readonly stop: () => Promise<void>;
};

const exportEveryMs = 5_000;
/** The last export is not repeated: a busy machine needs its time. */
const exportTimeoutMs = 4_900;

/** The metrics SDK of one service: how many requests, and how long they took. */
export function openMeters(target: { url: string; key: string }, resource: Resource): Meters {
  const exporter = new OTLPMetricExporter({
    url: `${target.url}/v1/metrics`,
    headers: { 'x-api-key': target.key },
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis: exportEveryMs,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
    views: [
      {
        instrumentName: durationsMetric,
        aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM },
      },
    ],
  });
  const meter = provider.getMeter('shop', '1.0.0');
  const requests = meter.createCounter(requestsMetric, {
    description: 'Requests answered',
    unit: '{request}',
    valueType: ValueType.INT,
  });
  const durations = meter.createHistogram(durationsMetric, {
    description: 'From a request to its answer',
    unit: 'ms',
  });
  return {
    count: ({ isEntry, isError, durationNanos }) => {
      if (!isEntry) return;
      requests.add(1, { outcome: isError ? 'error' : 'ok' });
      durations.record(durationNanos / 1e6);
    },
    stop: () => provider.shutdown(),
  };
}
