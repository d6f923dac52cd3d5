import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailed } from '../../errors.ts';
import { durationsMetric, requestsMetric } from '../sending/meters.ts';
import type { Reader } from './reader.ts';
import type { GroundTruth } from './truth.ts';
import type { DemoResults } from './verdict.ts';

const lookEveryMs = 100;
const readableMsMax = 30_000;

export type ReadBack = { readonly findings: DemoResults; readonly waitedMs: number };

/** Reads until nothing is missing any more. What is then too much or wrong is for the verdict. */
export async function readBack(
  reader: Reader,
  truth: GroundTruth,
  signal: AbortSignal,
): Promise<ReadBack> {
  const beganAtMs = performance.now();
  for (;;) {
    const looked = await look(reader, truth);
    const waitedMs = performance.now() - beganAtMs;
    if (typeof looked !== 'string') return { findings: looked, waitedMs };
    if (waitedMs > readableMsMax) {
      throw new CommandFailed(`after ${readableMsMax / 1000} s there are only ${looked}`);
    }
    await pause(lookEveryMs, undefined, { signal });
  }
}

/** What is read of everything that was sent, or what there is too little of. */
async function look(reader: Reader, truth: GroundTruth): Promise<DemoResults | string> {
  const truths = truth.services();
  const services = [];
  const counted = await reader.metric(requestsMetric, 'sum');
  for (const one of truths) {
    const { service, requests } = one;
    const metrics = await reader.metrics(service);
    const found = metrics?.throughput ?? 0;
    if (found < requests) return `${found} of ${requests} requests of ${service}`;
    const own = counted.get(service) ?? 0;
    if (own < requests) return `${own} of ${requests} requests in the metrics of ${service}`;
    services.push({ truth: one, metrics, counted: own });
  }
  const traces = truth.traces();
  const traceList = await reader.traces(20);
  if (traceList.total_count < traces.size) {
    return `${traceList.total_count} of ${traces.size} traces`;
  }
  const id = traceList.traces.toSorted((a, b) => b.span_count - a.span_count)[0]?.id ?? '';
  const trace = await reader.trace(id);
  const wanted = traces.get(id) ?? 0;
  if (trace.spans.length < wanted) return `${trace.spans.length} of ${wanted} spans of trace ${id}`;
  const list = await reader.services();
  const p95 = await reader.metric(durationsMetric, 'p95');
  return {
    spans: truth.spans(),
    traces,
    services: services.map(service => ({
      ...service,
      countedP95Ms: p95.get(service.truth.service) ?? Number.NaN,
      listed: list.find(({ name }) => name === service.truth.service),
    })),
    traceList,
    trace,
  };
}
