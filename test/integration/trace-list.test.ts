import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { dayMs, hourMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { newId } from '../support/otel-send.ts';
import { type JsonSpan, nanosOf } from '../support/otlp.ts';
import { holds, seed } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';

const runs = 40;
const traceCount = 60;
const services = ['checkout', 'billing/eu west', 'č/ß 店 🛒'];
const operations = ['step', 'GET /cart', 'č/ß 🛒'];
/** The last is no text but the value of another type. */
const tenants = ['gold', 'č=&ß', '7'];
const sorts = ['start_time', 'duration_ms', 'duration', 'span_count', 'error_count'] as const;

type Sent = { readonly service: string; readonly batch: number; readonly span: JsonSpan };

/** A trace as a plain reading of its spans has it; instants in nanoseconds. */
type Trace = {
  readonly id: string;
  readonly sent: readonly Sent[];
  readonly root: Sent | undefined;
  readonly first: bigint;
  readonly last: bigint;
  readonly spans: number;
  readonly errors: number;
  readonly services: ReadonlySet<string>;
};

const drawnSpan = fc.record({
  /** Before now; few different ones, so that edges are met, and equals. */
  beginMs: fc.integer({ min: 0, max: 20 }).map(steps => steps * 200_000),
  lengthMs: fc.constantFrom(0, 1, 20, 1_000, 60_000, 3_600_000),
  isError: fc.integer({ min: 0, max: 9 }).map(digit => digit === 0),
  service: fc.constantFrom(...services),
  batch: fc.nat(2),
  operation: fc.constantFrom(...operations),
  /** One value of its own, one of its resource. */
  tenant: fc.constantFrom(...tenants, undefined),
  isRoot: fc.boolean(),
});

type DrawnSpan = typeof drawnSpan extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const query = fc.record(
  {
    service: fc.constantFrom(...services, 'nobody'),
    operation: fc.constantFrom(...operations),
    root_service: fc.constantFrom(...services),
    status: fc.constantFrom('ok', 'error', 'unset'),
    tenants: fc.uniqueArray(fc.constantFrom(...tenants), { minLength: 1 }),
    notTenant: fc.constantFrom(...tenants),
    /** An attribute of the resource. */
    serviceName: fc.constantFrom(...services),
    id: fc.constantFrom('0', '7', 'f'),
    has_error: fc.boolean(),
    min_duration: fc.constantFrom(0, 1, 20, 21, 1_000, 60_000),
    max_duration: fc.constantFrom(0, 1, 20, 21, 1_000, 60_000),
    fromMs: fc.integer({ min: 0, max: 20 }).map(steps => steps * 200_000),
    toMs: fc.integer({ min: 0, max: 20 }).map(steps => steps * 200_000),
    sort_by: fc.constantFrom(...sorts),
    sort_order: fc.constantFrom('asc', 'desc'),
    limit: fc.constantFrom(1, 7, 200),
    offset: fc.constantFrom(0, 3, 50),
  },
  { requiredKeys: [] },
);

type Query = typeof query extends fc.Arbitrary<infer Drawn> ? Drawn : never;

describe('GET /v1/traces with filters', function () {
  this.timeout(60_000);
  const baseMs = Math.floor((Date.now() - 4_200_000) / 1_000) * 1_000;
  let server: ObservedServer;
  let ada: Reader;
  let known: readonly Trace[];

  before(async () => {
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    const drawn = fc.sample(fc.array(drawnSpan, { minLength: 1, maxLength: 4 }), {
      seed,
      numRuns: traceCount,
    });
    const sent = drawn.map(spans => spansOf(spans, newId(32)));
    for (const batch of [0, 1, 2]) {
      for (const service of services) {
        const chosen = sent.flat().filter(one => one.batch === batch && one.service === service);
        const spans = chosen.map(({ span }) => span);
        if (spans.length > 0) await ada.sendSpans(spans, { service });
      }
      await server.caughtUp();
    }
    known = sent.map(traceOf);
  });

  after(() => server?.close());

  const spansOf = (drawn: readonly DrawnSpan[], traceId: string): Sent[] =>
    drawn.map(
      ({ beginMs, lengthMs, isError, service, batch, operation, tenant, isRoot }, index) => ({
        service,
        batch,
        span: {
          traceId,
          spanId: newId(16),
          name: operation,
          kind: 1,
          ...((index > 0 || !isRoot) && { parentSpanId: newId(16) }),
          attributes:
            tenant === undefined
              ? []
              : [
                  {
                    key: 'tenant.plan',
                    value: tenant === '7' ? { intValue: 7 } : { stringValue: tenant },
                  },
                ],
          startTimeUnixNano: nanosOf(baseMs - beginMs),
          endTimeUnixNano: nanosOf(baseMs - beginMs + lengthMs),
          status: { code: isError ? 2 : 0 },
        },
      }),
    );

  const textOf = ({
    fromMs,
    toMs,
    tenants: plans = [],
    notTenant,
    serviceName,
    ...query
  }: Query): string => {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    for (const plan of plans) text.append('attr.tenant.plan', plan);
    if (notTenant !== undefined) text.append('attr.tenant.plan!', notTenant);
    if (serviceName !== undefined) text.append('attr.service.name', serviceName);
    if (fromMs !== undefined) text.set('start_time_from', instant(fromMs));
    // The same instant, as a clock two hours east writes it.
    if (toMs !== undefined) text.set('start_time_to', instant(toMs - 7_200_000, '+02:00'));
    return `?${text}`;
  };

  const instant = (agoMs: number, zone = 'Z'): string =>
    new Date(baseMs - agoMs).toISOString().replace('Z', zone);

  const passes = (trace: Trace, query: Query): boolean =>
    trace.sent.some(one => passesSpan(one, query)) &&
    (query.root_service === undefined || trace.root?.service === query.root_service) &&
    (query.status === undefined || query.status === statusOf(trace)) &&
    (query.id === undefined || trace.id.startsWith(query.id)) &&
    trace.last - trace.first <= BigInt(nanosOf(query.max_duration ?? 10 * hourMs)) &&
    (query.has_error === undefined || trace.errors > 0 === query.has_error) &&
    trace.last - trace.first >= BigInt(nanosOf(query.min_duration ?? 0)) &&
    (query.fromMs === undefined || trace.first >= BigInt(nanosOf(baseMs - query.fromMs))) &&
    (query.toMs === undefined || trace.first < BigInt(nanosOf(baseMs - query.toMs)));

  it('leads from page to page by its cursor, each trace once', async () => {
    await holds(
      fc.asyncProperty(query, async ({ limit = 7, offset: _, ...drawn }) => {
        const all = known.filter(trace => passes(trace, drawn)).sort(comparing(drawn));
        const found: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const text: string = `${textOf({ ...drawn, limit })}${cursor && `&cursor=${cursor}`}`;
          const { status, body } = await ada.traces(text);
          equal(status, 200);
          equal(body.total_count, all.length);
          found.push(...body.traces.map(({ id }) => id));
          cursor = body.next_cursor;
        }
        deepEqual(
          found,
          all.map(({ id }) => id),
        );
      }),
      10,
    );
    const { body } = await ada.traces('?limit=1');
    equal((await ada.traces(`?limit=1&sort_order=asc&cursor=${body.next_cursor}`)).status, 400);
    equal((await ada.traces('?cursor=strange')).status, 400);
  });

  it('has a histogram of the same traces by their starts', async () => {
    await holds(
      fc.asyncProperty(query, async ({ limit: _, offset: __, sort_by, sort_order, ...drawn }) => {
        const from = instant(drawn.fromMs ?? dayMs);
        const { fromMs: ___, ...asked } = drawn;
        const { status, body } = await server.get<ResponseOf<'traceHistogram'>>(
          `/v1/traces/histogram${textOf(asked)}&start_time_from=${from}&step=1800`,
          ada.key,
        );
        equal(status, 200);
        const expected = known.filter(trace => passes(trace, drawn));
        equal(body.total_count, expected.length);
        const startsMs = Date.parse(body.from);
        for (const [at, point] of body.points.entries()) {
          const inStep = expected.filter(
            ({ first }) => Math.floor((Number(first / 1_000_000n) - startsMs) / 1_800_000) === at,
          );
          deepEqual(
            [point.traces, point.errors],
            [inStep.length, inStep.filter(({ errors }) => errors > 0).length],
          );
        }
      }),
      10,
    );
  });

  it('gives what a naive reading of the same spans gives, in its order', async () => {
    await holds(
      fc.asyncProperty(query, async drawn => {
        const { limit = 20, offset = 0 } = drawn;
        const expected = known.filter(trace => passes(trace, drawn)).sort(comparing(drawn));
        const { status, body } = await ada.traces(textOf(drawn));
        equal(status, 200);
        equal(body.total_count, expected.length);
        deepEqual(
          body.traces.map(({ id, span_count, error_count }) => [id, span_count, error_count]),
          expected
            .slice(offset, offset + limit)
            .map(({ id, spans, errors }) => [id, spans, errors]),
        );
      }),
      runs,
    );
  });
});

describe('GET /v1/traces without a time', function () {
  this.timeout(60_000);

  it('covers the 24 hours up to the newest trace, however old that is', async () => {
    const server = await startObservedServer();
    const eve = await readerOf(server, 'eve');
    equal((await eve.traces('')).body.total_count, 0);
    const newestMs = Date.now() - 2 * dayMs;
    const agoMs = { newest: 0, justInside: dayMs - 1, outside: dayMs + 1, long: dayMs + hourMs };
    for (const [name, ms] of Object.entries(agoMs)) {
      const startMs = newestMs - ms;
      // The long one ends an hour after the newest began, so it is what was heard of last.
      const endMs = name === 'long' ? newestMs + hourMs : startMs + 20;
      await eve.sendSpans([
        {
          traceId: newId(32),
          spanId: newId(16),
          name,
          kind: 1,
          startTimeUnixNano: nanosOf(startMs),
          endTimeUnixNano: nanosOf(endMs),
        },
      ]);
    }
    await server.caughtUp();
    const listed = async (query: string) => {
      const { body } = await eve.traces(query);
      equal(body.total_count, body.traces.length);
      return body.traces.map(trace => trace.operation_name);
    };
    deepEqual(await listed(''), ['newest', 'justInside']);
    deepEqual(await listed('?sort_by=duration'), ['newest', 'justInside']);
    const from = new Date(newestMs - 2 * dayMs).toISOString();
    deepEqual(await listed(`?start_time_from=${from}`), [
      'newest',
      'justInside',
      'outside',
      'long',
    ]);
    const to = new Date(newestMs).toISOString();
    deepEqual(await listed(`?start_time_to=${to}`), ['justInside', 'outside', 'long']);
    await server.close();
  });
});

function traceOf(sent: readonly Sent[]): Trace {
  const starts = sent.map(({ span }) => BigInt(span.startTimeUnixNano)).sort(compare);
  const ends = sent.map(({ span }) => BigInt(span.endTimeUnixNano)).sort(compare);
  return {
    id: sent[0]?.span.traceId ?? '',
    sent,
    root: sent.find(({ span }) => span.parentSpanId === undefined),
    first: starts.at(0) ?? 0n,
    last: ends.at(-1) ?? 0n,
    spans: sent.length,
    errors: sent.filter(({ span }) => span.status?.code === 2).length,
    services: new Set(sent.map(({ service }) => service)),
  };
}

const keys: Readonly<Record<(typeof sorts)[number], (trace: Trace) => bigint>> = {
  start_time: ({ first }) => first,
  duration_ms: ({ first, last }) => last - first,
  duration: ({ first, last }) => last - first,
  span_count: ({ spans }) => BigInt(spans),
  error_count: ({ errors }) => BigInt(errors),
};

const passesSpan = ({ service, span }: Sent, query: Query): boolean => {
  const { stringValue, intValue } = span.attributes?.[0]?.value ?? {};
  const value = String(stringValue ?? intValue ?? '');
  return (
    (query.service === undefined || service === query.service) &&
    (query.operation === undefined || span.name === query.operation) &&
    (query.tenants === undefined || query.tenants.includes(value)) &&
    (query.notTenant === undefined || value !== query.notTenant) &&
    (query.serviceName === undefined || service === query.serviceName)
  );
};

const statusOf = ({ errors }: Trace): string => (errors > 0 ? 'error' : 'unset');

const compare = <Value>(left: Value, right: Value): number =>
  left < right ? -1 : Number(left > right);

const comparing =
  ({ sort_by: by = 'start_time', sort_order: order = 'desc' }: Query) =>
  (left: Trace, right: Trace): number =>
    compare(keys[by](left), keys[by](right)) * (order === 'asc' ? 1 : -1) ||
    compare(right.first, left.first) ||
    compare(left.id, right.id);
