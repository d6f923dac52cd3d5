import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { openLog } from '../../platform/log.ts';
import { metricsWindows } from '../../schemas/http/metrics.ts';
import type { AnswerOf } from '../../schemas/http/routes.ts';
import type { OtlpFormat } from '../../schemas/topics.ts';
import { controlledClock } from '../support/controlled-clock.ts';
import {
  durationLists,
  endOffsets,
  isWithinOnePercent,
  nearestRank,
} from '../support/durations.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { newId, senderTo } from '../support/otel-send.ts';
import type { JsonSpan } from '../support/otlp.ts';
import { holds } from '../support/property.ts';
import { until } from '../support/until.ts';

const runs = 5;
const casesPerRun = 11;
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
const drawnOf = (durationNanos: number): fc.Arbitrary<Drawn> =>
  fc.record({
    endNanos: ends,
    durationNanos: fc.constant(durationNanos),
    isError: fc.boolean(),
    kind: fc.constantFrom(0, 1, 2, 2, 2, 3, 4, 5),
    hasParent: fc.boolean(),
    batch: fc.nat(batchesMax - 1),
  });

const oneCase: fc.Arbitrary<Case> = fc.record({
  spans: durationLists(durationsMax).chain(list =>
    fc.tuple(...list.map(drawnOf)).map(spans => spans as readonly Drawn[]),
  ),
  formats: fc.array(fc.constantFrom<OtlpFormat>('json', 'protobuf'), {
    ...{ minLength: batchesMax, maxLength: batchesMax },
  }),
  repeated: fc.nat(batchesMax - 1),
  organization: fc.nat(2),
});

/** Before the start of the test: inside ten seconds, on their edge, on the edge of an hour. */
const readingAt = fc.tuple(
  fc.integer({ min: 0, max: 2 * hour }),
  fc.constantFrom(1, 10 * second, hour),
);

const isEntry = ({ kind, hasParent }: Drawn): boolean => kind === 2 || kind === 5 || !hasParent;

describe('percentiles over HTTP', function () {
  this.timeout(120_000);
  const clock = controlledClock();
  const startedAtMs = Date.now();
  const keys: string[] = [];
  let server: ObservedServer;
  let services = 0;

  before(async () => {
    server = await startObservedServer({
      ...{ clock: clock.now, log: openLog({ level: 'silent', pretty: false }) },
    });
    for (const name of ['ada', 'grace', 'hedy']) {
      keys.push((await server.account(`${name}@example.org`, 'idle')).key);
    }
  });

  after(() => server.close());

  it('are within 1 % of the exact nearest rank, with exact counts and error rates', async () => {
    const cases = fc.array(oneCase, { minLength: casesPerRun, maxLength: casesPerRun });
    await holds(
      fc.asyncProperty(cases, readingAt, async (drawn, [agoMs, step]) => {
        const nowMs = Math.floor((startedAtMs - agoMs) / step) * step;
        const named = drawn.map(one => ({ ...one, service: `service ${services++}` }));
        await Promise.all(named.map(one => send(one, nowMs)));
        await server.caughtUp();
        clock.holdAt(nowMs);
        try {
          await Promise.all(named.map(one => check(one)));
        } finally {
          clock.release();
          await trusted();
        }
      }),
      runs,
    );
  });

  /** A jump of the clock looks like a long silence of the event store, during which no key is believed. */
  const trusted = () =>
    until('keys to be believed again', async () => {
      const { status } = await server.get('/v1/integrate/status', keys[0] ?? '');
      return status === 200;
    });

  async function send(
    { spans, formats, repeated, organization, service }: Case & { service: string },
    nowMs: number,
  ) {
    const { sendSpans } = senderTo(server, keys[organization] ?? '');
    for (const batch of formats.keys()) {
      const chosen = spans.filter(span => span.batch === batch).map(span => jsonOf(span, nowMs));
      const options = { service, format: formats[batch] ?? 'json' };
      if (chosen.length > 0) await sendSpans(chosen, options);
      if (chosen.length > 0 && batch === repeated) await sendSpans(chosen, options);
    }
  }

  const check = ({ spans, organization, service }: Case & { service: string }) =>
    Promise.all(
      metricsWindows.map(async window => {
        const inside = spans.filter(
          span =>
            isEntry(span) && span.endNanos >= nanos(-lengths[window]) && span.endNanos < nanos(10),
        );
        const { status, body } = await server.get<AnswerOf<'serviceMetrics'>>(
          `/api/metrics/services/${encodeURIComponent(service)}?window=${window}`,
          keys[organization] ?? '',
        );
        equal(status, 200);
        compare(body.metrics, inside);
      }),
    );

  function compare(metrics: AnswerOf<'serviceMetrics'>['metrics'], inside: readonly Drawn[]) {
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
});

function jsonOf(span: Drawn, nowMs: number): JsonSpan {
  const openSeconds = Math.floor(nowMs / 1_000 / 10) * 10;
  const end = nanos(openSeconds) + span.endNanos;
  return {
    ...{ traceId: newId(32), spanId: newId(16), name: `op ${span.kind}`, kind: span.kind },
    ...(span.hasParent && { parentSpanId: newId(16) }),
    startTimeUnixNano: String(end - BigInt(span.durationNanos)),
    endTimeUnixNano: String(end),
    status: { code: span.isError ? 2 : 1 },
  };
}
