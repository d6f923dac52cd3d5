import { equal } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { dayMs } from '../../schemas/durations.ts';
import { startCollector } from '../collector/collector.ts';
import { freePort } from '../support/free-ports.ts';
import { contentTypes, freshSpan, newId } from '../support/otel-send.ts';
import { body, type JsonSpan, traces } from '../support/otlp.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Client, Sent, Target, Work } from './client.ts';
import type { Programs } from './programs.ts';
import { runProgram } from './run-program.ts';

const spansPerTrace = 10;
const refusedSpans = 2;

/** The clients by name, once their programs are known. */
export const clients = {
  'the SDK for Go': goSdk,
  telemetrygen,
  'the Collector': collector,
} as const satisfies Readonly<Record<string, (programs: Programs) => Client>>;

type ProducerReport = {
  readonly spans: readonly { readonly trace_id: string; readonly span_id: string }[];
  readonly stale: readonly unknown[];
  readonly orders: number;
};

/** gRPC's own warnings say when there is no connection. */
const grpcWarnings = { GRPC_GO_LOG_SEVERITY_LEVEL: 'warning' };

function goSdk({ producer }: Programs): Client {
  const sent = (output: string): Sent => {
    const report = JSON.parse(output) as ProducerReport;
    return {
      accepted: report.spans.length,
      refused: report.stale.length,
      requests: report.orders,
      ids: report.spans.map(span => `${span.trace_id} ${span.span_id}`),
      orders: report.orders,
    };
  };
  const environment = ({ grpcPort, key, service, environment = {} }: Target) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${grpcPort}`,
    OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${key}`,
    OTEL_SERVICE_NAME: service,
    ...grpcWarnings,
    ...environment,
  });
  return {
    name: 'the SDK for Go',
    encoding: undefined,
    repeatsLate: false,
    start: async (target, { traces: count, hasRefused = false, pauseMs = 0 }) => {
      const given = [
        `-traces=${count}`,
        `-spans=${spansPerTrace}`,
        `-stale=${hasRefused ? refusedSpans : 0}`,
        `-pause=${pauseMs}ms`,
      ];
      const run = runProgram(producer, given, environment(target));
      return {
        told: async () => run.errors(),
        finished: run.output.then(sent),
        stop: async () => run.stop(),
      };
    },
  };
}

/** With a long duration, its spans follow each other into the future: the third child and the root end too late. */
const farAhead = ['--child-spans=3', '--span-duration=4m'];

function telemetrygen(programs: Programs): Client {
  const given = ({ grpcPort, key, service }: Target, { traces: count, pauseMs }: Work) => [
    'traces',
    '--otlp-insecure',
    `--otlp-endpoint=127.0.0.1:${grpcPort}`,
    `--otlp-header=x-api-key="${key}"`,
    `--service=${service}`,
    `--traces=${count}`,
    `--rate=${pauseMs === undefined ? 0 : (spansPerTrace * 1000) / pauseMs}`,
  ];
  return {
    name: 'telemetrygen',
    encoding: undefined,
    repeatsLate: false,
    start: async (target, work) => {
      const isFar = work.hasRefused ?? false;
      const shape = isFar ? farAhead : [`--child-spans=${spansPerTrace - 1}`];
      const timeout = target.environment?.OTEL_EXPORTER_OTLP_TIMEOUT;
      const own = timeout === undefined ? [] : [`--timeout=${timeout}ms`];
      const run = runProgram(programs.telemetrygen, [...given(target, work), ...shape, ...own], {
        ...target.environment,
      });
      const accepted = work.traces * (isFar ? refusedSpans : spansPerTrace);
      const refused = isFar ? work.traces * refusedSpans : 0;
      return {
        told: async () => run.errors(),
        // Its root has no parent, and its children are of kind server: each is an entry.
        finished: run.output.then(() => ({ accepted, refused, requests: accepted })),
        stop: async () => run.stop(),
      };
    },
  };
}

function collector({ collector: binary }: Programs): Client {
  return {
    name: 'the Collector',
    encoding: 'gzip',
    repeatsLate: true,
    start: async ({ grpcPort, key, service }, work) => {
      const folder = await temporaryFolder();
      const relay = await startCollector({
        binary,
        folder: folder.path,
        port: await freePort(),
        endpoint: `127.0.0.1:${grpcPort}`,
        key,
        protocol: 'grpc',
      });
      return {
        told: relay.log,
        finished: sendBodies(relay.url, service, work),
        stop: async () => {
          await relay.stop();
          await folder.remove();
        },
      };
    },
  };
}

/** What a service would send to a Collector beside it. */
async function sendBodies(url: string, service: string, work: Work): Promise<Sent> {
  const ids: string[] = [];
  for (let count = 0; count < work.traces; count++) {
    const spans = traceOf(spansPerTrace);
    ids.push(...spans.map(({ traceId, spanId }) => `${traceId} ${spanId}`));
    const isLast = count === work.traces - 1;
    await post(url, service, work.hasRefused && isLast ? [...spans, ...staleSpans()] : spans);
    if (work.pauseMs !== undefined) await pause(work.pauseMs);
  }
  const refused = work.hasRefused ? refusedSpans : 0;
  return { accepted: ids.length, refused, requests: work.traces, ids };
}

async function post(url: string, service: string, spans: readonly JsonSpan[]): Promise<void> {
  const { status } = await fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': contentTypes.protobuf },
    body: body(traces(spans, service), 'protobuf') as Uint8Array<ArrayBuffer>,
  });
  equal(status, 200);
}

const clientKind = 3;

function traceOf(count: number): JsonSpan[] {
  const root = freshSpan();
  const child = () =>
    freshSpan({ traceId: root.traceId, parentSpanId: root.spanId, kind: clientKind });
  return [root, ...Array.from({ length: count - 1 }, child)];
}

const staleSpans = (): JsonSpan[] =>
  Array.from({ length: refusedSpans }, () =>
    freshSpan({ traceId: newId(32) }, Date.now() - 8 * dayMs),
  );
