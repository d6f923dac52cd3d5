import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { openLog } from '../../platform/log.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { metricsWindows } from '../../schemas/services/metrics-route.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import type { Start } from '../support/both-engines.ts';
import { runsOn } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { controlledClock } from '../support/controlled-clock.ts';
import {
  durationLists,
  endOffsets,
  isWithinOnePercent,
  nearestRank,
} from '../support/durations.ts';
import { startObservedServer } from '../support/observed-server.ts';
import { newId, senderTo } from '../support/otel-send.ts';
import type { JsonSpan } from '../support/otlp.ts';
import { holds, partOf } from '../support/property.ts';
import { sharedCluster } from '../support/shared-cluster.ts';
import { until } from '../support/until.ts';

const casesPerRun = partOf(11, 2);
const durationsMax = 120;

const lengths = { '5m': 300, '15m': 900, '1h': 3_600, '6h': 21_600, '24h': 86_400 } as const;
const nanosPerSecond = 1_000_000_000n;
const second = 1_000;
const hour = 3_600 * second;

/** One request or inner span; its end in nanoseconds from the start of the open ten seconds. */
type Drawn = {
  readonly endNanos: bigint;
  readonly durationNanos: number;
  readonly isError: boolean;
  readonly kind: number;
  readonly hasParent: boolean;
  readonly batch: number;
};

type Case = {
  readonly spans: readonly Drawn[];
  readonly formats: readonly OtlpFormat[];
  /** This batch is sent twice, as a client does that got no answer. */
  readonly repeated: number;
  readonly organization: number;
};

const nanos = (seconds: number, more = 0): bigint =>
  BigInt(seconds) * nanosPerSecond + BigInt(more);

/** On the edges of every window and of the ten seconds, and a nanosecond on either side. */
const edges = fc
  .tuple(
    fc.constantFrom(...Object.values(lengths).map(length => -length), 0, 10, -10),
    fc.integer({ min: -1, max: 1 }),
  )
  .map(([seconds, more]) => nanos(seconds, more));

const ends = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(endOffsets, fc.nat(999_999_999)).map(([s, n]) => nanos(s, n)) },
  { weight: 3, arbitrary: edges },
  { weight: 2, arbitrary: fc.integer({ min: -86_400, max: 9 }).map(s => nanos(s)) },
  { weight: 1, arbitrary: fc.integer({ min: 10, max: 500 }).map(s => nanos(s)) },
);

const batchesMax = 4;
const drawnOf = (durationNanos: number, endNanos: fc.Arbitrary<bigint>): fc.Arbitrary<Drawn> =>
  fc.record({
    endNanos,
    durationNanos: fc.constant(durationNanos),
    isError: fc.boolean(),
    kind: fc.constantFrom(0, 1, 2, 2, 2, 3, 4, 5),
    hasParent: fc.boolean(),
    batch: fc.nat(batchesMax - 1),
  });

const caseOf = (ends: fc.Arbitrary<bigint>): fc.Arbitrary<Case> =>
  fc.record({
    spans: durationLists(durationsMax).chain(list =>
      fc
        .tuple(...list.map(duration => drawnOf(duration, ends)))
        .map(spans => spans as readonly Drawn[]),
    ),
    formats: fc.array(fc.constantFrom<OtlpFormat>('json', 'protobuf'), {
      minLength: batchesMax,
      maxLength: batchesMax,
    }),
    repeated: fc.nat(batchesMax - 1),
    organization: fc.nat(2),
  });

/** Whose clock the reader has, and what may be drawn under it. */
type Reading = {
  readonly runs: number;
  readonly start: Start;
  /** Where the reader's clock stands. */
  readonly instants: fc.Arbitrary<number>;
  readonly ends: fc.Arbitrary<bigint>;
  /** Whether the same can be tried again. */
  readonly isRepeatable: boolean;
  /** Reads at that instant. */
  readonly at: (nowMs: number, read: () => Promise<unknown>, server: Reader) => Promise<void>;
};

type Reader = { readonly trusted: () => Promise<unknown> };

/** A clock that stands still, so that every edge can be met. */
function heldClock(): Reading {
  const clock = controlledClock();
  const startedAtMs = Date.now();
  return {
    runs: partOf(5, 5),
    start: () =>
      startObservedServer({
        clock: clock.now,
        log: openLog({ level: 'silent', pretty: false }),
      }),
    /** Before the start of the test: inside ten seconds, on their edge, on the edge of an hour. */
    instants: fc
      .tuple(fc.integer({ min: 0, max: 2 * hour }), fc.constantFrom(1, 10 * second, hour))
      .map(([agoMs, step]) => Math.floor((startedAtMs - agoMs) / step) * step),
    ends,
    isRepeatable: true,
    at: async (nowMs, read, { trusted }) => {
      clock.holdAt(nowMs);
      try {
        await read();
      } finally {
        clock.release();
        // A jump of the clock looks like a long silence of the event store, during which no key is believed.
        await trusted();
      }
    },
  };
}

const marginSeconds = 90;

/** The clock of other processes goes on, so spans stay away from the edges of the windows. */
const wallClock = (): Reading => ({
  runs: partOf(5, 5),
  start: sharedCluster,
  instants: fc.constant(0).map(() => Date.now()),
  ends: ends.filter(endNanos =>
    [...Object.values(lengths), 0].every(
      length =>
        endNanos + nanos(length) > nanos(marginSeconds) || endNanos + nanos(length) < nanos(-10),
    ),
  ),
  isRepeatable: false,
  at: async (_, read) => void (await read()),
});

const isEntry = ({ kind, hasParent }: Drawn): boolean => kind === 2 || kind === 5 || !hasParent;

function declare(title: string, { runs, start, instants, ends, isRepeatable, at }: Reading): void {
  describe(title, function () {
    this.timeout(300_000);
    const keys: string[] = [];
    let server: WholeTidemark;
    let services = 0;

    before(async function () {
      server = await start(this);
      for (const name of ['ada', 'grace', 'hedy']) {
        keys.push((await server.account(`${name}@example.org`, 'idle')).key);
      }
    });

    after(() => server?.close());

    it('are within 1 % of the exact nearest rank, with exact counts and error rates', async () => {
      const one = caseOf(ends);
      const cases = fc.array(one, { minLength: casesPerRun, maxLength: casesPerRun });
      await holds(
        fc.asyncProperty(cases, instants, async (drawn, nowMs) => {
          const named = drawn.map(one => ({ ...one, service: `service ${services++}` }));
          await Promise.all(named.map(one => send(one, nowMs, senderTo(server, keyOf(one)))));
          await server.caughtUp();
          await at(
            nowMs,
            () => Promise.all(named.map(one => check(one, path => server.get(path, keyOf(one))))),
            { trusted },
          );
        }),
        runs,
        { endOnFailure: !isRepeatable },
      );
    });

    const keyOf = ({ organization }: Case): string => keys[organization] ?? '';
    const trusted = () =>
      until('keys to be believed again', async () => {
        const { status } = await server.get('/v1/integrate/status', keys[0] ?? '');
        return status === 200;
      });
  });
}

if (runsOn.embedded) declare('percentiles over HTTP (one process)', heldClock());
if (runsOn.servers) declare('percentiles over HTTP (a process for each role)', wallClock());

type Named = Case & { readonly service: string };

async function send(
  { spans, formats, repeated, service }: Named,
  nowMs: number,
  { sendSpans }: ReturnType<typeof senderTo>,
) {
  for (const batch of formats.keys()) {
    const chosen = spans.filter(span => span.batch === batch).map(span => jsonOf(span, nowMs));
    const options = { service, format: formats[batch] ?? 'json' };
    if (chosen.length > 0) await sendSpans(chosen, options);
    if (chosen.length > 0 && batch === repeated) await sendSpans(chosen, options);
  }
}

const check = (
  { spans, service }: Named,
  get: (path: string) => ReturnType<WholeTidemark['get']>,
) =>
  Promise.all(
    metricsWindows.map(async window => {
      const inside = spans.filter(
        span =>
          isEntry(span) && span.endNanos >= nanos(-lengths[window]) && span.endNanos < nanos(10),
      );
      const { status, body } = await get(
        `/api/metrics/services/${encodeURIComponent(service)}?window=${window}`,
      );
      equal(status, 200);
      compare((body as ResponseOf<'serviceMetrics'>).metrics, inside);
    }),
  );

function compare(metrics: ResponseOf<'serviceMetrics'>['metrics'], inside: readonly Drawn[]) {
  const n = inside.length;
  const errors = inside.filter(({ isError }) => isError).length;
  equal(metrics.throughput, n);
  equal(metrics.error_rate, n === 0 ? 0 : (100 * errors) / n);
  equal(metrics.success_rate, n === 0 ? 0 : 100 - metrics.error_rate);
  const durations = inside.map(({ durationNanos }) => durationNanos);
  for (const [q, reportedMs] of [
    [0.5, metrics.p50_latency_ms],
    [0.95, metrics.p95_latency_ms],
    [0.99, metrics.p99_latency_ms],
  ] as const) {
    const exact = nearestRank(durations, q);
    const isRight = n === 0 ? reportedMs === 0 : isWithinOnePercent(reportedMs * 1e6, exact);
    ok(isRight, `expected p${100 * q} of ${n} within 1 % of ${exact} ns, found ${reportedMs} ms`);
  }
}

function jsonOf(span: Drawn, nowMs: number): JsonSpan {
  const openSeconds = Math.floor(nowMs / 1_000 / 10) * 10;
  const end = nanos(openSeconds) + span.endNanos;
  return {
    traceId: newId(32),
    spanId: newId(16),
    name: `op ${span.kind}`,
    kind: span.kind,
    ...(span.hasParent && { parentSpanId: newId(16) }),
    startTimeUnixNano: String(end - BigInt(span.durationNanos)),
    endTimeUnixNano: String(end),
    status: { code: span.isError ? 2 : 1 },
  };
}
