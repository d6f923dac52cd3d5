import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { newId } from '../support/otel-send.ts';
import { type JsonSpan, nanosOf } from '../support/otlp.ts';
import { holds, seed } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';

type Comparison = ResponseOf<'compareSpans'>;
type Attributes = ResponseOf<'listAttributes'>;

const services = ['checkout', 'payments'];
const operations = ['GET /cart', 'pay'];
const plans = ['gold', 'free', 'č=&ß'];

const drawnSpan = fc.record({
  service: fc.constantFrom(...services),
  operation: fc.constantFrom(...operations),
  plan: fc.constantFrom(...plans, undefined),
  agoSeconds: fc.integer({ min: 1, max: 3_000 }),
  milliseconds: fc.integer({ min: 1, max: 2_000 }),
  isError: fc.boolean(),
  isRequest: fc.boolean(),
  trace: fc.nat(39),
});

type Drawn = typeof drawnSpan extends fc.Arbitrary<infer Value> ? Value : never;
type Sent = Drawn & { readonly unique: string };

const drawnSelection = fc.record(
  {
    service: fc.constantFrom(...services),
    agoFrom: fc.integer({ min: 1_500, max: 3_100 }),
    agoTo: fc.integer({ min: 0, max: 1_500 }),
    operation: fc.constantFrom(...operations),
    status: fc.constantFrom('error', 'unset'),
    min_duration_ms: fc.integer({ min: 0, max: 2_000 }),
    max_duration_ms: fc.integer({ min: 0, max: 2_000 }),
    plan: fc.constantFrom(...plans),
    notPlan: fc.constantFrom(...plans),
  },
  { requiredKeys: ['service', 'agoFrom', 'agoTo'] },
);

type Selection = typeof drawnSelection extends fc.Arbitrary<infer Value> ? Value : never;

describe('attributes of spans', function () {
  this.timeout(120_000);
  const nowMs = Math.floor(Date.now() / 1_000) * 1_000;
  const traceIds = Array.from({ length: 40 }, () => newId(32));
  const sent: readonly Sent[] = fc
    .sample(drawnSpan, { seed, numRuns: 300 })
    .map(span => ({ ...span, unique: newId(16) }));
  let server: ObservedServer;
  let ada: Reader;

  before(async () => {
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    for (const service of services) {
      const own = sent.filter(span => span.service === service);
      for (const half of [own.slice(0, own.length / 2), own.slice(own.length / 2)])
        await ada.sendSpans(half.map(spanOf), { service });
    }
    await server.caughtUp();
  });

  after(() => server?.close());

  const endMs = ({ agoSeconds }: Drawn): number => nowMs - agoSeconds * 1_000;

  const spanOf = (span: Sent): JsonSpan => ({
    traceId: traceIds[span.trace] ?? '',
    spanId: span.unique,
    name: span.operation,
    kind: span.isRequest ? 2 : 3,
    ...(!span.isRequest && { parentSpanId: newId(16) }),
    startTimeUnixNano: nanosOf(endMs(span) - span.milliseconds),
    endTimeUnixNano: nanosOf(endMs(span)),
    status: { code: span.isError ? 2 : 0 },
    attributes: [
      { key: 'request.id', value: { stringValue: span.unique } },
      ...(span.plan === undefined
        ? []
        : [{ key: 'tenant.plan', value: { stringValue: span.plan } }]),
    ],
  });

  const instant = (agoSeconds: number): string =>
    new Date(nowMs - agoSeconds * 1_000).toISOString();

  const requestOf = ({ agoFrom, agoTo, plan, notPlan, ...rest }: Selection) => ({
    ...rest,
    from: instant(agoFrom),
    to: instant(agoTo),
    attributes: [
      ...(plan === undefined ? [] : [{ key: 'tenant.plan', values: [plan] }]),
      ...(notPlan === undefined ? [] : [{ key: 'tenant.plan', values: [notPlan], is_not: true }]),
    ],
  });

  const isOfTime = (span: Sent, { agoFrom, agoTo }: Selection): boolean =>
    span.agoSeconds <= agoFrom && span.agoSeconds > agoTo;

  const isOfPlace = (span: Sent, { service, operation }: Selection): boolean =>
    span.service === service &&
    (operation === undefined ? span.isRequest : span.operation === operation);

  const isAsked = (span: Sent, asked: Selection): boolean =>
    (asked.status === undefined || span.isError === (asked.status === 'error')) &&
    span.milliseconds >= (asked.min_duration_ms ?? 0) &&
    span.milliseconds <= (asked.max_duration_ms ?? 10_000) &&
    (asked.plan === undefined || span.plan === asked.plan) &&
    (asked.notPlan === undefined || span.plan !== asked.notPlan);

  const isIn = (span: Sent, asked: Selection): boolean =>
    isOfTime(span, asked) && isOfPlace(span, asked) && isAsked(span, asked);

  /** What a span says, and what is said of it. */
  const pairsOf = (span: Sent): [string, string][] => [
    ...(span.plan === undefined ? [] : [['tenant.plan', span.plan] as [string, string]]),
    ['service.name', span.service],
    ['span.name', span.operation],
    ...services
      .filter(other => other !== span.service)
      .filter(other => sent.some(each => each.trace === span.trace && each.service === other))
      .map((other): [string, string] => ['trace.service', other]),
  ];

  const counted = (spans: readonly Sent[]): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const pair of spans.flatMap(pairsOf).map(each => each.join(' ')))
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    return counts;
  };

  async function compare(body: object): Promise<Comparison> {
    const response = await fetch(`${server.url}/v1/traces/compare`, {
      method: 'POST',
      headers: { 'X-API-Key': ada.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    equal(response.status, 200, await response.clone().text());
    return (await response.json()) as Comparison;
  }

  function expectCounts(found: Comparison, own: readonly Sent[], others: readonly Sent[]): void {
    const [inOwn, inOthers] = [counted(own), counted(others)];
    const known = found.attributes.filter(({ key }) => key !== 'request.id');
    const pairs = new Set([...inOwn.keys(), ...inOthers.keys()]);
    deepEqual(new Set(known.map(({ key, value }) => `${key} ${value}`)), pairs);
    for (const { key, value, selection, baseline } of known) {
      const pair = `${key} ${value}`;
      deepEqual(
        [selection.spans, baseline.spans],
        [inOwn.get(pair) ?? 0, inOthers.get(pair) ?? 0],
        pair,
      );
    }
    const differences = found.attributes.map(({ difference }) => Math.abs(difference));
    // Two ways to the same difference may be apart by what a double rounds.
    for (const [index, each] of differences.entries())
      ok(each <= (differences[index - 1] ?? 100) + 1e-9);
    if (own.length + others.length > 50)
      ok(found.attributes.every(({ key }) => key !== 'request.id'));
  }

  it('are compared with the other spans of the place as a naive count compares them', async () => {
    await holds(
      fc.asyncProperty(drawnSelection, async asked => {
        const found = await compare({ selection: requestOf(asked) });
        const place = sent.filter(span => isOfTime(span, asked) && isOfPlace(span, asked));
        const own = place.filter(span => isAsked(span, asked));
        const others = place.filter(span => !isAsked(span, asked));
        equal(found.sample_count, place.length);
        expectCounts(found, own, others);
      }),
      25,
    );
  });

  it('are compared with a baseline; a span of both is one of the selection', async () => {
    await holds(
      fc.asyncProperty(drawnSelection, drawnSelection, async (asked, base) => {
        const body = { selection: requestOf(asked), baseline: requestOf(base) };
        const own = sent.filter(span => isIn(span, asked));
        const others = sent.filter(span => isIn(span, base) && !isIn(span, asked));
        expectCounts(await compare(body), own, others);
      }),
      15,
    );
  });

  it('are listed by name and by value, with the spans that have them', async () => {
    const list = async (query: string): Promise<Attributes> => {
      const { status, body } = await server.get<Attributes>(`/v1/attributes${query}`, ada.key);
      equal(status, 200);
      return body;
    };
    const counts = (of: (span: Sent) => readonly string[], spans: readonly Sent[]) => {
      const found = new Map<string, number>();
      for (const text of spans.flatMap(of)) found.set(text, (found.get(text) ?? 0) + 1);
      return found;
    };
    const asMap = ({ items }: Attributes) => new Map(items.map(({ text, spans }) => [text, spans]));
    const names = (span: Sent) => [
      'service.name',
      'request.id',
      ...(span.plan === undefined ? [] : ['tenant.plan']),
    ];
    deepEqual(asMap(await list('')), counts(names, sent));
    const own = sent.filter(({ service }) => service === 'checkout');
    const plansOf = ({ plan }: Sent) => (plan === undefined ? [] : [plan]);
    deepEqual(asMap(await list('?service=checkout&key=tenant.plan')), counts(plansOf, own));
    deepEqual(
      asMap(await list('?key=service.name&prefix=pay')),
      counts(({ service }) => (service === 'payments' ? [service] : []), sent),
    );
    deepEqual((await list('?prefix=nothing')).items, []);
  });
});
