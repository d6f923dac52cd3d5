import { barsOf, bucketOf, linesOf } from './expected-lines.ts';
import type { TrafficSpan } from './traffic.ts';

type Edge = {
  n: number;
  errors: number;
  callerErrors: number;
  readonly histogram: Map<number, number>;
};

const callerKinds = new Set([3, 4]);
const calleeKinds = new Set([2, 5]);

/** The calls of requests whose callers name nothing, and whose callees are in the same request or nowhere. */
export function openExpectedEdges(seconds: number) {
  const edges = new Map<string, Edge>();
  const add = (name: string, span: TrafficSpan, callerFailed: boolean): void => {
    const end = Number((span.startNanos + span.durationNanos) / 1_000_000_000n);
    const key = `${name} ${Math.floor(end / seconds) * seconds}`;
    const edge = edges.get(key) ?? { n: 0, errors: 0, callerErrors: 0, histogram: new Map() };
    edges.set(key, edge);
    edge.n++;
    if (span.status === 2) edge.errors++;
    if (callerFailed) edge.callerErrors++;
    const bucket = bucketOf(Number(span.durationNanos));
    edge.histogram.set(bucket, (edge.histogram.get(bucket) ?? 0) + 1);
  };
  return {
    add: (organization: string, spans: readonly TrafficSpan[]): void => {
      for (const { name, span, callerFailed } of callsOf(spans))
        add(`${organization} ${name}`, span, callerFailed);
    },
    lines: () =>
      linesOf(
        edges,
        ({ n, errors, callerErrors, histogram }) =>
          `${n} ${errors} ${callerErrors} ${barsOf(histogram)}`,
      ),
  };
}

function callsOf(spans: readonly TrafficSpan[]) {
  const callers = spans.filter(({ kind }) => callerKinds.has(kind));
  const byId = new Map(callers.map(span => [span.spanId, span]));
  const callees = spans.filter(({ kind, parentId }) => calleeKinds.has(kind) && parentId !== 0n);
  const called = new Set(callees.map(({ parentId }) => parentId));
  return [
    ...callees.map(span => {
      const caller = byId.get(span.parentId);
      const name = `${caller?.service ?? ''} > service ${span.service}`;
      return { name, span, callerFailed: caller?.status === 2 };
    }),
    ...callers
      .filter(({ spanId }) => !called.has(spanId))
      .map(span => ({ name: `${span.service} >  `, span, callerFailed: span.status === 2 })),
  ];
}
