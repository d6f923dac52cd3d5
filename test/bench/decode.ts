import { transcodeCompiled } from '../../platform/otlp/json/compiled/open.ts';
import { transcodeMetrics, transcodeTraces } from '../../platform/otlp/json/transcode.ts';
import { openSpanBatch, type SpanBatch } from '../../platform/otlp/span-batch.ts';
import { decodeTraces } from '../../platform/otlp/traces.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { windowSeconds } from '../../schemas/window.ts';
import { openTraceFold } from '../../services/processor/core/traces.ts';
import { openWindowFold } from '../../services/processor/core/windows.ts';
import { checkTraces } from '../support/check-otlp.ts';
import {
  body,
  int,
  type JsonSpan,
  receivedAtMs,
  requestType,
  span,
  text,
  traces,
} from '../support/otlp.ts';
import { gauge, metrics, metricsBody, point } from '../support/otlp-metrics.ts';
import { recordContext } from '../support/otlp-rows.ts';

// How long one span takes to be checked, to be decoded into columns and to be folded into windows
// and traces as well, against protobufjs and JSON.parse, which stop at objects. Times differ
// between machines; the ratios are what to read.
const spansPerBody = 512;
const bodiesPerBatch = 20;
const rounds = 15;

const hex = (length: number): string =>
  Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join('');

const realisticSpan = (_: unknown, index: number): JsonSpan =>
  span({
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: hex(16),
    name: `GET /api/orders/${index % 40}`,
    attributes: [
      text('http.request.method', 'GET'),
      text('url.path', `/api/orders/${index}`),
      text('url.scheme', 'https'),
      int('http.response.status_code', '200'),
      text('server.address', 'checkout.internal.example.com'),
      int('server.port', '8443'),
      text('user_agent.original', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'),
      text('network.protocol.version', '1.1'),
      text('client.address', `10.0.${index % 256}.17`),
      text('http.route', '/api/orders/:id'),
      { key: 'app.cart.total', value: { doubleValue: 12.5 + index } },
      { key: 'app.cached', value: { boolValue: index % 2 === 0 } },
    ],
    status: { code: index % 50 === 0 ? 2 : 0 },
  });

/** Microseconds of processor time a span, the best of all rounds. */
function measure(run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return best / spansPerBody / bodiesPerBatch;
}

const repeated = (work: () => void) => (): void => {
  for (let index = 0; index < bodiesPerBatch; index++) work();
};

const type = requestType();
const peers = {
  protobuf: (bytes: Buffer): unknown => type.decode(bytes),
  json: (bytes: Buffer): unknown => JSON.parse(bytes.toString()),
};

// Under load the memory of one batch serves the next, so the first rounds alone pay for it.
const batch = openSpanBatch();
const emptied = (): SpanBatch => {
  batch.reset();
  return batch;
};

function compare(format: OtlpFormat, bytes: Buffer): void {
  const peer = measure(repeated(() => peers[format](bytes)));
  const check = measure(repeated(() => checkTraces(bytes, format, { receivedAtMs })));
  const take = (): unknown => decodeTraces(bytes, format, recordContext, batch);
  const decode = measure(() => {
    emptied();
    repeated(take)();
  });
  const columns = measure(() => {
    emptied();
    repeated(take)();
    batch.columns({ knownSeconds: 0 });
  });
  const fold = measure(() => {
    const spans = emptied();
    repeated(take)();
    const facts = spans.facts();
    openWindowFold(name => name, windowSeconds).add(facts, 0, facts.rows);
    openTraceFold().add(facts, 0, facts.rows, 0);
  });
  const line = (name: string, micros: number): string =>
    `${format} ${name}: ${micros.toFixed(2)} µs a span, ${Math.round(1e6 / micros)} spans/s, ${(peer / micros).toFixed(1)} times the peer`;
  const lines = [
    line('peer', peer),
    line('check', check),
    line('decode', decode),
    line('decode and columns', columns),
    line('decode and fold', fold),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const request = traces(Array.from({ length: spansPerBody }, realisticSpan));
for (const format of ['protobuf', 'json'] as const) compare(format, body(request, format));

/** The compiled transcoder beside the general one, in turns. */
function compareTranscoders(name: string, general: () => unknown, compiled: () => unknown): void {
  if (compiled() === undefined) throw new Error('expected a body for the compiled transcoder');
  const [slow, fast] = [measure(repeated(general)), measure(repeated(compiled))];
  process.stdout.write(
    `json to protobuf, ${name}: general ${slow.toFixed(2)} µs, compiled ${fast.toFixed(2)} µs, ${(slow / fast).toFixed(1)} times as fast\n`,
  );
}

const spansInJson = body(request, 'json');
compareTranscoders(
  'a span',
  () => transcodeTraces(spansInJson),
  () => transcodeCompiled(spansInJson, 'traces'),
);
const attributes = [text('http.route', '/api/orders/:id'), int('http.response.status_code', 200)];
const points = Array.from({ length: spansPerBody }, (_, index) => point(index / 8, { attributes }));
const pointsInJson = metricsBody(metrics([gauge('http.server.active', points)]), 'json');
compareTranscoders(
  'a data point',
  () => transcodeMetrics(pointsInJson),
  () => transcodeCompiled(pointsInJson, 'metrics'),
);
