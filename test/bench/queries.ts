import { metricsWindows } from '../../schemas/services/metrics-route.ts';
import { get } from './tidemark.ts';

export type QueryFigures = {
  readonly query: string;
  readonly calls: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

type TraceList = { readonly traces: readonly { readonly id: string }[] };

const warmUpCalls = 5;
const listed = 200;

/** How long the queries of a dashboard take, one after the other, on what the load has left. */
export async function measureQueries(
  url: string,
  keys: readonly string[],
  services: number,
  calls: number,
): Promise<QueryFigures[]> {
  const keyOf = (call: number): string => keys[call % keys.length] ?? '';
  const figures: QueryFigures[] = [];
  const measure = async (query: string, path: (call: number) => string): Promise<void> => {
    const timesMs: number[] = [];
    for (let call = -warmUpCalls; call < calls; call++) {
      const beganAtMs = performance.now();
      await get(url, path(Math.abs(call)), keyOf(Math.abs(call)));
      if (call >= 0) timesMs.push(performance.now() - beganAtMs);
    }
    timesMs.sort((left, right) => left - right);
    figures.push({ query, calls, p50Ms: rank(timesMs, 0.5), p99Ms: rank(timesMs, 0.99) });
  };
  for (const window of metricsWindows) {
    await measure(
      `metrics of a service, ${window}`,
      call => `/api/metrics/services/service-${call % services}?window=${window}`,
    );
  }
  await measure('list of services', () => '/v1/services');
  const ids = await Promise.all(keys.map(key => traceIds(url, key)));
  await measure('one trace by its id', call => {
    const own = ids[call % keys.length] ?? [];
    return `/v1/traces/${own[call % own.length]}`;
  });
  await measure('list of 20 traces', () => '/v1/traces?limit=20');
  return figures;
}

export async function traceIds(url: string, key: string): Promise<readonly string[]> {
  const { traces } = await get<TraceList>(url, `/v1/traces?limit=${listed}&offset=${listed}`, key);
  return traces.map(({ id }) => id);
}

/** Nearest rank; 0 for an empty list. */
export const rank = (ascending: readonly number[], q: number): number =>
  ascending[Math.max(0, Math.ceil(q * ascending.length) - 1)] ?? 0;
