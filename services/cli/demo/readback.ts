import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailed } from '../errors.ts';
import type { Reader } from './reader.ts';
import type { Truth } from './truth.ts';
import type { Findings } from './verdict.ts';

const lookEveryMs = 100;
const readableMsMax = 30_000;

/** Waits until every request can be read; resolves with how long that took. */
export async function waitUntilReadable(
  reader: Reader,
  truth: Truth,
  signal: AbortSignal,
): Promise<number> {
  const beganAtMs = performance.now();
  for (;;) {
    const found = await Promise.all(
      truth.services().map(async ({ service, requests }) => {
        const throughput = (await reader.metrics(service))?.throughput ?? 0;
        return { service, requests, throughput };
      }),
    );
    const missing = found.find(({ requests, throughput }) => throughput < requests);
    const waitedMs = performance.now() - beganAtMs;
    if (missing === undefined) return waitedMs;
    if (waitedMs > readableMsMax) {
      const { service, requests, throughput } = missing;
      throw new CommandFailed(
        `after ${readableMsMax / 1000} s ${throughput} of ${requests} requests of ${service} can be read`,
      );
    }
    await pause(lookEveryMs, undefined, { signal });
  }
}

export async function readBack(reader: Reader, truth: Truth): Promise<Findings> {
  const [listed, traceList, services] = await Promise.all([
    reader.services(),
    reader.traces(20),
    Promise.all(
      truth.services().map(async one => ({
        truth: one,
        metrics: await reader.metrics(one.service),
      })),
    ),
  ]);
  const largest = traceList.traces.toSorted((a, b) => b.span_count - a.span_count)[0];
  if (largest === undefined)
    throw new CommandFailed('expected traces in GET /v1/traces, found none');
  return {
    spans: truth.spans(),
    traces: truth.traces(),
    services: services.map(one => ({
      ...one,
      listed: listed.find(({ name }) => name === one.truth.service),
    })),
    traceList,
    trace: await reader.trace(largest.id),
  };
}
