import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { RequestLogEntry } from '../http/request-log.ts';
import type { Running } from '../lifecycle.ts';

export type TelemetryOptions = {
  readonly serviceName: string;
  readonly version: string;
  /** Base address; `/v1/traces` is appended, as every OpenTelemetry SDK does. */
  readonly endpoint: string;
  /** `name=value,name=value`, the values percent-encoded. */
  readonly headers?: string;
};

export type Telemetry = Running & { readonly answered: (request: RequestLogEntry) => void };

/** By this name a server knows the exports of its own kind, and does not trace them in turn. */
const userAgent = 'tidemark-telemetry';

/** One server span for each answered request, exported by the OpenTelemetry SDK. */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  const { serviceName, version, endpoint, headers = '' } = options;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    userAgent,
    headers: headersOf(headers),
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('tidemark', version);
  return {
    answered: request => {
      if (request.client.startsWith(userAgent)) return;
      const span = tracer.startSpan(`${request.method} ${request.route}`, {
        kind: SpanKind.SERVER,
        startTime: request.atMs,
        attributes: {
          'http.request.method': request.method,
          'http.route': request.route,
          'http.response.status_code': request.status,
        },
      });
      if (request.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(request.atMs + request.durationMs);
    },
    stop: () => provider.shutdown(),
  };
}

const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .map(pair => pair.trim().split('='))
      .filter(([name]) => name !== '')
      .map(([name = '', ...value]) => [name, decodeURIComponent(value.join('='))]),
  );
