import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { newId } from '../support/otel-send.ts';
import { type JsonSpan, nanosOf, body as otlpBody, text } from '../support/otlp.ts';
import { seed } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';

type List = ResponseOf<'listErrors'>;

const services = ['checkout', 'shop/billing'];

/** Messages and stacks as several languages write them; `number` and `id` differ from error to error. */
const kinds = [
  {
    type: 'Error',
    message: (number: number) => `user ${number} has no cart`,
    stack: (number: number) =>
      `Error: no cart\n    at cartOf (/app/src/cart.js:${number}:7)\n    at handle (/app/index.js:3:1)`,
    frame: 'at cartOf (/app/src/cart.js:',
    pattern: 'user <n> has no cart',
  },
  {
    // The same message from another place is another group.
    type: 'Error',
    message: (number: number) => `user ${number} has no cart`,
    stack: () => 'Error: no cart\n    at payFor (/app/src/pay.js:9:7)',
    frame: 'at payFor (/app/src/pay.js:',
    pattern: 'user <n> has no cart',
  },
  {
    type: 'ValueError',
    message: (_: number, id: string) => `order ${id} of ada@example.org is closed`,
    stack: (number: number) =>
      `Traceback (most recent call last):\n  File "/srv/app.py", line 3, in main\n    run()\n  File "/srv/orders.py", line ${number}, in close\n    raise ValueError()\nValueError: closed`,
    frame: 'File "/srv/orders.py", line ',
    pattern: 'order <id> of <email> is closed',
  },
  {
    type: 'java.net.ConnectException',
    message: (number: number) => `10.0.0.${number}:5432 refused`,
    stack: (number: number) =>
      `java.net.ConnectException: refused\n\tat db.Pool.open(Pool.java:${number})\n\tat db.Main.run(Main.java:1)`,
    frame: 'at db.Pool.open(Pool.java:',
    pattern: '<n>:<n> refused',
  },
  { type: '', message: () => '', stack: () => '', frame: '', pattern: '' },
] as const;

const drawnError = fc.record({
  kind: fc.nat(kinds.length - 1),
  service: fc.constantFrom(...services),
  version: fc.constantFrom('1.0.0', '1.1.0'),
  number: fc.integer({ min: 0, max: 250 }),
  agoSeconds: fc.integer({ min: 1, max: 7_000 }),
  trace: fc.nat(30),
});

type Drawn = typeof drawnError extends fc.Arbitrary<infer Value> ? Value : never;

describe('groups of errors', function () {
  this.timeout(120_000);
  const nowMs = Math.floor(Date.now() / 1_000) * 1_000;
  const traceIds = Array.from({ length: 31 }, () => newId(32));
  const sent: readonly Drawn[] = fc.sample(drawnError, { seed, numRuns: 200 });
  let server: ObservedServer;
  let ada: Reader;

  before(async () => {
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    for (const service of services)
      for (const version of ['1.0.0', '1.1.0']) {
        const own = sent.filter(one => one.service === service && one.version === version);
        const attributes = [text('service.name', service), text('service.version', version)];
        const request = {
          resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: own.map(spanOf) }] }],
        };
        const { status } = await ada.send(otlpBody(request, 'json'));
        equal(status, 200);
      }
    await server.caughtUp();
  });

  after(() => server?.close());

  const endMs = ({ agoSeconds }: Drawn): number => nowMs - agoSeconds * 1_000;

  const spanOf = (one: Drawn): JsonSpan => {
    const { type, message, stack } = kinds[one.kind] ?? kinds[0];
    return {
      traceId: traceIds[one.trace] ?? '',
      spanId: newId(16),
      name: `GET /cart/${one.number}`,
      kind: 2,
      startTimeUnixNano: nanosOf(endMs(one) - 10),
      endTimeUnixNano: nanosOf(endMs(one)),
      status: { code: 2 },
      attributes: [text('replay_id', 'session-1')],
      events: [
        {
          name: 'exception',
          timeUnixNano: nanosOf(endMs(one)),
          attributes: [
            text('exception.type', type),
            text('exception.message', message(one.number, newId(32))),
            text('exception.stacktrace', stack(one.number)),
          ],
        },
      ],
    };
  };

  const list = async (query: string): Promise<List> => {
    const { status, body } = await server.get<List>(`/v1/errors?${query}`, ada.key);
    equal(status, 200, JSON.stringify(body));
    return body;
  };

  const instant = (agoSeconds: number): string =>
    new Date(nowMs - agoSeconds * 1_000).toISOString();

  it('are those of a naive grouping, with counts, times, traces, versions and series', async () => {
    const found = await list(`limit=200&from=${instant(3_600)}`);
    const from = Date.parse(found.from);
    const inRange = sent.filter(one => endMs(one) >= from);
    const expected = naiveGroups(inRange).map(({ key, errors }) => {
      const all = sent.filter(one => keyOf(one) === key).toSorted((a, b) => endMs(a) - endMs(b));
      const versions = [...new Set(all.map(({ version }) => version))];
      return {
        key,
        count: errors.length,
        traces: new Set(errors.map(({ trace }) => trace)).size,
        first: endMs(all[0] as Drawn),
        last: endMs(all.at(-1) as Drawn),
        versions: new Set(versions),
        isNew: endMs(all[0] as Drawn) >= from,
        steps: stepsOf(errors.map(endMs), found.step_seconds * 1_000),
      };
    });
    deepEqual(
      found.errors
        .map(group => ({
          key: shownKey(group),
          count: group.count,
          traces: group.traces,
          first: Date.parse(group.first_seen),
          last: Date.parse(group.last_seen),
          versions: new Set(group.versions),
          isNew: group.is_new,
          steps: group.series.map(({ timestamp, count }) => `${Date.parse(timestamp)} ${count}`),
        }))
        .toSorted(byKey),
      expected.toSorted(byKey),
    );
    equal(found.total, expected.length);
    equal(found.is_whole, true);
  });

  it('come in the asked order, and as many as are asked for', async () => {
    const most = await list(`limit=3&from=${instant(7_200)}`);
    const counts = most.errors.map(({ count }) => count);
    deepEqual(
      counts,
      counts.toSorted((left, right) => right - left),
    );
    equal(most.errors.length, 3);
    ok(most.total > 3);
    for (const sort of ['first_seen', 'last_seen'] as const) {
      const times = (await list(`sort=${sort}&from=${instant(7_200)}`)).errors.map(
        one => one[sort],
      );
      deepEqual(times, times.toSorted().toReversed());
    }
  });

  it('are of one service where it is asked for', async () => {
    const { errors } = await list(`service=shop%2Fbilling&from=${instant(7_200)}`);
    deepEqual([...new Set(errors.map(one => one.service_name))], ['shop/billing']);
    equal((await server.get('/v1/errors?service=nobody', ada.key)).status, 200);
  });

  it('show the latest errors of one, with stack, version and replay', async () => {
    const query = `from=${instant(7_200)}`;
    const { errors } = await list(query);
    for (const group of errors) {
      const { body } = await server.get<ResponseOf<'getError'>>(
        `/v1/errors/${group.id}?${query}`,
        ada.key,
      );
      deepEqual(pick(body, group), group);
      const { stack, operations, examples } = body;
      deepEqual(operations, [{ operation_name: 'GET /cart/<n>', count: group.count }]);
      const own = sent
        .filter(one => keyOf(one) === shownKey(group))
        .toSorted((left, right) => endMs(right) - endMs(left));
      deepEqual(
        examples.map(({ timestamp }) => Date.parse(timestamp)),
        own.slice(0, 20).map(endMs),
      );
      ok(examples.every(one => one.replay_id === 'session-1' && one.version?.startsWith('1.')));
      const kind = kinds[own[0]?.kind ?? 0];
      equal(stack?.split('\n')[0] ?? '', kind?.stack(0).split('\n')[0] ?? '');
      ok(group.top_frame.startsWith(kind?.frame ?? ''), group.top_frame);
    }
  });
});

const pick = (from: object, like: object): object =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name in like));

const keyOf = ({ service, kind }: Drawn): string => {
  const { type, pattern, frame } = kinds[kind] ?? kinds[0];
  return JSON.stringify([service, type, pattern, frame]);
};

/** A group as the naive one is named: without the line of its frame. */
const shownKey = (group: List['errors'][number]): string => {
  const frame = kinds.find(
    ({ frame: known, type }) =>
      type === group.error_type &&
      group.top_frame.startsWith(known) &&
      (known !== '' || group.top_frame === ''),
  )?.frame;
  return JSON.stringify([group.service_name, group.error_type, group.pattern, frame]);
};

function naiveGroups(errors: readonly Drawn[]) {
  const groups = new Map<string, Drawn[]>();
  for (const one of errors) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups].map(([key, of]) => ({ key, errors: of }));
}

const byKey = (left: { readonly key: string }, right: { readonly key: string }): number =>
  left.key < right.key ? -1 : 1;

function stepsOf(ends: readonly number[], stepMs: number): string[] {
  const counts = new Map<number, number>();
  for (const end of ends) {
    const at = Math.floor(end / stepMs) * stepMs;
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return [...counts].toSorted(([left], [right]) => left - right).map(([at, n]) => `${at} ${n}`);
}
