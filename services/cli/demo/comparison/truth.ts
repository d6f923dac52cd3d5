import type { ServiceName } from '../shop/shop.ts';

export const quantiles = [0.5, 0.95, 0.99] as const;

/** What is exactly so of a service's requests, kept beside Tidemark and without it. */
export type ServiceTruth = {
  readonly service: ServiceName;
  readonly requests: number;
  readonly errors: number;
  /** Milliseconds at p50, p95 and p99: nearest rank over every single duration. */
  readonly quantilesMs: readonly [number, number, number];
};

export type EndedSpan = {
  readonly service: ServiceName;
  readonly traceId: string;
  readonly isEntry: boolean;
  readonly isError: boolean;
  readonly durationNanos: number;
};

export type GroundTruth = {
  readonly add: (span: EndedSpan) => void;
  readonly spans: () => number;
  /** Spans of each trace. */
  readonly traces: () => ReadonlyMap<string, number>;
  readonly services: () => readonly ServiceTruth[];
};

/** Counts what the SDKs really produced. */
export function openTruth(services: readonly ServiceName[]): GroundTruth {
  const traces = new Map<string, number>();
  const durations = new Map<ServiceName, number[]>(services.map(service => [service, []]));
  const errors = new Map<ServiceName, number>();
  let spans = 0;
  return {
    add: ({ service, traceId, isEntry, isError, durationNanos }) => {
      spans++;
      traces.set(traceId, (traces.get(traceId) ?? 0) + 1);
      if (!isEntry) return;
      durations.get(service)?.push(durationNanos);
      if (isError) errors.set(service, (errors.get(service) ?? 0) + 1);
    },
    spans: () => spans,
    traces: () => traces,
    services: () =>
      [...durations].map(([service, all]) => {
        const sorted = all.toSorted((left, right) => left - right);
        const at = (q: number): number => nearestRank(sorted, q) / 1e6;
        return {
          service,
          requests: sorted.length,
          errors: errors.get(service) ?? 0,
          quantilesMs: [at(quantiles[0]), at(quantiles[1]), at(quantiles[2])],
        };
      }),
  };
}

/** The value at rank `ceil(q · n)` of an ascending list; NaN of an empty one. */
export const nearestRank = (sorted: readonly number[], q: number): number =>
  sorted[Math.max(1, Math.ceil(q * sorted.length)) - 1] ?? Number.NaN;
