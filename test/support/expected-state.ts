import { crc32 } from 'node:zlib';
import { openExpectedEdges } from './expected-edges.ts';
import { barsOf, bucketOf, linesOf } from './expected-lines.ts';
import { instances, spansOf, type TrafficRequest, type TrafficSpan } from './traffic.ts';
import { bodyOf, hashOf } from './traffic-body.ts';

/** What a warehouse must hold, table by table: one line of figures for each name. */
export type ExpectedState = Readonly<Record<ExpectedTable, ReadonlyMap<string, string>>>;

export const truthTables = [
  'spans',
  'requests',
  'windows',
  'windows_1h',
  'traces',
  'errors',
  'usage',
  'bytes',
  'resources',
  'edges',
  'edges_1h',
] as const;

export type ExpectedTable = (typeof truthTables)[number];

/**
 * The plain reading of what a set of requests amounts to, span by span and with nothing borrowed
 * from the code it judges.
 */
export function truthOf(requests: readonly TrafficRequest[]): ExpectedState {
  const windows = openWindows(10);
  const hours = openWindows(3600);
  const edges = openExpectedEdges(10);
  const edgeHours = openExpectedEdges(3600);
  const traces = new Map<string, Trace>();
  const resources = new Map<string, Set<string>>();
  const lines = {
    spans: new Map<string, string>(),
    errors: new Map<string, string>(),
    requests: new Map<string, string>(),
  };
  const bytes = new Map<string, number>();
  for (const request of requests) {
    const { organization } = request;
    const body = bodyOf(request);
    const hash = hashOf(request, body);
    const spans = spansOf(request);
    lines.spans.set(spanName(request), spansLine(spans, hash));
    lines.errors.set(spanName(request), errorsLine(spans));
    lines.requests.set(`${organization} ${hash}`, `1 ${spans.length} 0 ${body.length}`);
    bytes.set(organization, (bytes.get(organization) ?? 0) + body.length);
    edges.add(organization, spans);
    edgeHours.add(organization, spans);
    for (const span of spans) {
      windows.add(organization, span);
      hours.add(organization, span);
      addToTrace(traces, organization, span);
      const isLarge = request.kind === 'large' && span.service === spans[0]?.service;
      const resource = `${span.service} ${request.number % instances} ${isLarge}`;
      resources.set(organization, (resources.get(organization) ?? new Set()).add(resource));
    }
  }
  return {
    ...lines,
    windows: windows.lines(),
    windows_1h: hours.lines(),
    edges: edges.lines(),
    edges_1h: edgeHours.lines(),
    traces: linesOf(traces, traceLine),
    usage: linesOf(usageOf(traces), ({ count, sum }) => `${count} ${sum}`),
    bytes: linesOf(bytes, String),
    resources: linesOf(resources, set => String(set.size)),
  };
}

/** Name of a request among the lines of `spans`. */
export const spanName = ({ organization, number }: TrafficRequest): string =>
  `${organization} ${number}`;

/** Every figure of every span goes into the sum, in whatever order they come. */
function spansLine(spans: readonly TrafficSpan[], hash: string): string {
  let sum = 0;
  for (const span of spans) {
    const { traceId, spanId, parentId, service, name, kind, status } = span;
    const times = `${span.startNanos}/${span.durationNanos}`;
    sum += crc32(`${traceId}/${spanId}/${parentId}/${service}/${name}/${kind}/${times}/${status}`);
  }
  return `${spans.length} ${spans.length} 1 ${hash} ${sum}`;
}

/** As of the spans, of those alone that failed. */
function errorsLine(spans: readonly TrafficSpan[]): string {
  let sum = 0;
  const failed = spans.filter(({ status }) => status === 2);
  for (const { traceId, spanId, service, name, startNanos, durationNanos, message } of failed) {
    const times = `${startNanos + durationNanos}/${durationNanos}`;
    sum += crc32(`${traceId}/${spanId}/${service}/${name}/${times}/${message}`);
  }
  return `${failed.length} ${failed.length} ${sum}`;
}

type Window = { n: number; errors: number; readonly histogram: Map<number, number> };

function openWindows(seconds: number) {
  const windows = new Map<string, Window>();
  return {
    add: (organization: string, span: TrafficSpan): void => {
      const end = Number((span.startNanos + span.durationNanos) / 1_000_000_000n);
      const time = Math.floor(end / seconds) * seconds;
      const name = `${organization} ${span.service} | ${span.operation} | ${span.isEntry} ${time}`;
      const window = windows.get(name) ?? { n: 0, errors: 0, histogram: new Map() };
      windows.set(name, window);
      const bucket = bucketOf(Number(span.durationNanos));
      window.n++;
      if (span.status === 2) window.errors++;
      window.histogram.set(bucket, (window.histogram.get(bucket) ?? 0) + 1);
    },
    lines: () =>
      linesOf(windows, ({ n, errors, histogram }) => `${n} ${errors} ${barsOf(histogram)}`),
  };
}

type Trace = {
  readonly organization: string;
  readonly id: string;
  spans: number;
  errors: number;
  first: bigint;
  last: bigint;
  root: string;
  readonly services: Set<string>;
};

function addToTrace(traces: Map<string, Trace>, organization: string, span: TrafficSpan): void {
  const name = `${organization} ${span.traceId}`;
  const end = span.startNanos + span.durationNanos;
  const trace: Trace = traces.get(name) ?? {
    organization,
    id: span.traceId,
    spans: 0,
    errors: 0,
    first: span.startNanos,
    last: end,
    root: '||0',
    services: new Set(),
  };
  traces.set(name, trace);
  trace.spans++;
  if (span.status === 2) trace.errors++;
  if (span.startNanos < trace.first) trace.first = span.startNanos;
  if (end > trace.last) trace.last = end;
  if (span.parentId === 0n) trace.root = `${span.service}|${span.name}|${span.status}`;
  trace.services.add(span.service);
}

const traceLine = ({ spans, errors, first, last, root, services }: Trace): string =>
  `${spans} ${errors} ${first} ${last} ${root} ${[...services].sort().join(',')}`;

function usageOf(traces: ReadonlyMap<string, Trace>) {
  const usage = new Map<string, { count: number; sum: number }>();
  for (const { organization, id } of traces.values()) {
    const { count, sum } = usage.get(organization) ?? { count: 0, sum: 0 };
    usage.set(organization, { count: count + 1, sum: sum + crc32(id) });
  }
  return usage;
}
