import type { ReportedMetrics, ReportedService, ReportedTrace, TraceList } from './reader.ts';
import type { ServiceTruth } from './truth.ts';

/** What was read back, beside what is so. */
export type DemoResults = {
  readonly spans: number;
  readonly traces: ReadonlyMap<string, number>;
  readonly services: readonly {
    readonly truth: ServiceTruth;
    readonly metrics: ReportedMetrics | undefined;
    readonly listed: ReportedService | undefined;
    /** What the service's own metrics say: its requests, and their 95th percentile in ms. */
    readonly counted: number;
    readonly countedP95Ms: number;
  }[];
  readonly traceList: TraceList;
  readonly trace: ReportedTrace;
};

export const errorPercentMax = 1;
export const servicesMin = 3;
export const spansMin = 5_000;
/** p99 over p50 of at least one service: percentiles of even durations would prove nothing. */
export const tailMin = 10;
/** Both sides divide the same whole numbers. */
const rateTolerance = 1e-9;

export const reportedQuantiles = (metrics: ReportedMetrics): readonly number[] => [
  metrics.p50_latency_ms,
  metrics.p95_latency_ms,
  metrics.p99_latency_ms,
];

export const errorPercent = (exact: number, reported: number): number =>
  (100 * Math.abs(reported - exact)) / exact;

export const errorRateOf = ({ errors, requests }: ServiceTruth): number =>
  requests === 0 ? 0 : (100 * errors) / requests;

/** One sentence for each thing that is not as it should be. */
export function failedChecks(findings: DemoResults): readonly string[] {
  const { spans, services } = findings;
  const seen = services.filter(({ truth }) => truth.requests > 0);
  const tails = services.map(({ truth: { quantilesMs } }) => quantilesMs[2] / quantilesMs[0]);
  return [
    ...unless(seen.length >= servicesMin, `expected ${servicesMin} services, saw ${seen.length}`),
    ...unless(spans >= spansMin, `expected at least ${spansMin} spans, sent ${spans}`),
    ...unless(
      tails.some(tail => tail >= tailMin),
      `expected p99 to be ${tailMin} times p50 in some service`,
    ),
    ...services.flatMap(ofService),
    ...ofTraces(findings),
  ];
}

function ofService(service: DemoResults['services'][number]): readonly string[] {
  const { truth, metrics, listed, counted } = service;
  const { service: name, requests, quantilesMs } = truth;
  if (metrics === undefined) return [`${name} cannot be read`];
  const reported = reportedQuantiles(metrics);
  const worst = Math.max(...quantilesMs.map((exact, at) => errorPercent(exact, reported[at] ?? 0)));
  const rate = errorRateOf(truth);
  return [
    ...unless(
      metrics.throughput === requests,
      `expected ${requests} requests of ${name}, found ${metrics.throughput}`,
    ),
    ...unless(
      Math.abs(metrics.error_rate - rate) < rateTolerance,
      `expected an error rate of ${rate} % of ${name}, found ${metrics.error_rate} %`,
    ),
    ...unless(
      worst <= errorPercentMax,
      `a percentile of ${name} is ${worst.toFixed(2)} % off, expected at most ${errorPercentMax} %`,
    ),
    ...unless(
      listed?.request_count === requests,
      `expected ${requests} requests of ${name} in the list of services, found ${listed?.request_count ?? 'none'}`,
    ),
    ...unless(
      counted === requests,
      `expected ${requests} requests of ${name} in its own metrics, found ${counted}`,
    ),
  ];
}

function ofTraces({ traces, traceList, trace }: DemoResults): readonly string[] {
  const { id } = trace.trace;
  const wanted = traces.get(id);
  return [
    ...unless(
      traceList.total_count === traces.size,
      `expected ${traces.size} traces, found ${traceList.total_count}`,
    ),
    ...unless(
      wanted === trace.spans.length,
      `expected ${wanted ?? 'no'} spans of trace ${id}, found ${trace.spans.length}`,
    ),
  ];
}

const unless = (holds: boolean, sentence: string): readonly string[] => (holds ? [] : [sentence]);
