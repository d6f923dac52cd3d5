import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TimeInput,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import type { ReadableSpan, SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { EndedSpan } from '../comparison/truth.ts';
import { type ServiceName, serviceNames } from '../shop/shop.ts';
import type { PlannedSpan } from '../shop/traffic.ts';
import { type Meters, openMeters } from './meters.ts';
import { openProvider, type Target } from './provider.ts';

export type Senders = {
  /** Makes the spans of a request that began then; each service through its own SDK. */
  readonly send: (request: PlannedSpan, startMs: number) => void;
  /** Resolves when everything has been exported. */
  readonly stop: () => Promise<void>;
};

export type SendersOptions = Target & {
  /** Called for every span that an SDK ended. */
  readonly onEnded: (span: EndedSpan) => void;
};

/** Three OpenTelemetry SDKs for traces and metrics, as they run in three services. */
export function openSenders(options: SendersOptions): Senders {
  const sdks = serviceNames.map(service => {
    const resource = resourceOf(service);
    const meters = openMeters(options, resource);
    return { service, meters, provider: provide(service, resource, meters, options) };
  });
  const tracers = new Map(
    sdks.map(({ service, provider }) => [service, provider.getTracer('shop', '1.0.0')]),
  );
  return {
    send: (request, startMs) => record(request, startMs, ROOT_CONTEXT, tracers),
    stop: async () => {
      await Promise.all(sdks.map(({ provider }) => provider.shutdown()));
      // Last, so that what the spans of the end add is counted as well.
      await Promise.all(sdks.map(({ meters }) => meters.stop()));
    },
  };
}

const resourceOf = (service: ServiceName): Resource =>
  resourceFromAttributes({
    'service.name': service,
    'service.version': '1.4.2',
    'service.instance.id': `${service}-1`,
    'deployment.environment.name': 'demo',
  });

function provide(
  service: ServiceName,
  resource: Resource,
  meters: Meters,
  { onEnded, ...target }: SendersOptions,
): TracerProvider {
  const counted = counting(service, span => {
    onEnded(span);
    meters.count(span);
  });
  return openProvider(target, resource, [counted]);
}

/** Sees what the SDK made of our words, not the words. */
const counting = (service: ServiceName, ended: SendersOptions['onEnded']): SpanProcessor => ({
  onStart: () => undefined,
  onEnd: span => ended(endedSpan(service, span)),
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
});

const endedSpan = (service: ServiceName, span: ReadableSpan): EndedSpan => ({
  service,
  traceId: span.spanContext().traceId,
  isEntry:
    span.kind === SpanKind.SERVER ||
    span.kind === SpanKind.CONSUMER ||
    span.parentSpanContext === undefined,
  isError: span.status.code === SpanStatusCode.ERROR,
  durationNanos: span.duration[0] * 1e9 + span.duration[1],
});

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

function record(
  planned: PlannedSpan,
  startMs: number,
  parent: Context,
  tracers: ReadonlyMap<ServiceName, Tracer>,
): void {
  const { service, name, kind, attributes, failure } = planned;
  const startTime = instant(startMs, planned.startMicros);
  const endTime = instant(startMs, planned.endMicros);
  const span = tracers
    .get(service)
    ?.startSpan(name, { kind: kinds[kind], startTime, attributes }, parent);
  if (span === undefined) return;
  const inner = trace.setSpan(parent, span);
  for (const child of planned.children) {
    const context = child.service === service ? inner : acrossTheWire(span, parent);
    record(child, startMs, context, tracers);
  }
  if (failure !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    span.recordException({ name: 'UpstreamError', message: failure }, endTime);
  }
  span.end(endTime);
}

/** The other service knows its caller from the headers of the request. */
const acrossTheWire = (span: Span, parent: Context): Context =>
  trace.setSpanContext(parent, { ...span.spanContext(), isRemote: true });

/** Seconds and nanoseconds, so that no digit is lost. */
function instant(startMs: number, micros: number): TimeInput {
  const totalMicros = startMs * 1000 + micros;
  return [Math.floor(totalMicros / 1e6), (totalMicros % 1e6) * 1000];
}
