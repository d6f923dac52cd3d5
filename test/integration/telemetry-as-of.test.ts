import { deepEqual, equal, match, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { openLog } from '../../platform/log.ts';
import { controlledClock } from '../support/controlled-clock.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { nanosOf } from '../support/otlp.ts';
import { gauge, metrics, metricsBody, point } from '../support/otlp-metrics.ts';
import { seed, someOf } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { until } from '../support/until.ts';

const minutes = 14;
const minuteMs = 60_000;
const services = ['checkout', 'shop/billing'];

/** One span of one of a few traces, when within the minute it is sent, and how long before that it ended. */
const send = fc.record({
  secondsIn: fc.integer({ min: 0, max: 59 }),
  agoSeconds: fc.constantFrom(0, 5, 59, 60, 300, 3_600),
  durationMs: fc.integer({ min: 1, max: 5_000 }),
  isError: fc.boolean(),
  service: fc.constantFrom(...services),
  trace: fc.nat(3),
  isCall: fc.boolean(),
  version: fc.constantFrom('1.0.0', '1.1.0'),
});

type Send = typeof send extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const minute = fc.record({
  stepMinutes: fc.constantFrom(1, 1, 2, 61),
  sends: fc.array(send, { minLength: 0, maxLength: 3 }),
});

type Recorded = { readonly path: string; readonly atMs: number; readonly body: object };

describe('telemetry as of an instant', function () {
  this.timeout(600_000);
  const clock = controlledClock();
  const recorded: Recorded[] = [];
  // The clock of the test begins some days ago, so that it can run faster than the real one.
  const beganAtMs = Math.floor((Date.now() - 5 * 86_400_000) / minuteMs) * minuteMs;
  const traceIds = [0, 1, 2, 3].map(() => newId(32));
  let server: ObservedServer;
  let ada: Reader;

  const service = encodeURIComponent(services[0] ?? '');
  const paths = [
    '/v1/traces?limit=200',
    '/v1/traces?attr.gen_ai.system=openai&sort_by=duration',
    `/v1/traces?service=${service}&operation=GET%20%2Fcart`,
    '/v1/traces/histogram?step=300',
    ...traceIds.flatMap(id =>
      ['', '/outline', '/critical-path'].map(of => `/v1/traces/${id}${of}`),
    ),
    `/v1/services/${service}/detail?window=1h`,
    `/v1/services/${service}/errors?window=6h`,
    `/v1/services/${service}/timeseries?step=60s`,
    `/v1/root-causes?service=${service}&window=1h`,
    `/v1/root-causes?trace_id=${traceIds[0]}`,
    '/v1/llm-calls?window=1h',
    '/v1/llm-calls/stats?window=1h',
    '/v1/llm-calls/conversations?window=1h',
    '/v1/llm-calls/conversations/c%2F1?window=1h',
    '/v1/metrics',
    '/v1/errors?sort=last_seen',
    `/v1/errors?service=${service}&step=1800`,
    '/v1/metrics/query?metric=queue.length&aggregation=max',
  ];

  /** A jump of the clock looks like a long silence of the event store, during which no key is believed. */
  const read = (path: string) =>
    until('keys to be believed again', async () => {
      const found = await server.get<object>(path, ada.key);
      return found.status === 503 || found.status === 401 ? undefined : found;
    });

  const sendAt = async (nowMs: number, drawn: Send): Promise<void> => {
    clock.holdAt(nowMs);
    await read('/v1/services');
    const endMs = nowMs - drawn.agoSeconds * 1_000;
    const span = freshSpan({
      traceId: traceIds[drawn.trace] ?? '',
      startTimeUnixNano: nanosOf(endMs - drawn.durationMs),
      endTimeUnixNano: nanosOf(endMs),
      status: { code: drawn.isError ? 2 : 0 },
      attributes: drawn.isCall
        ? [
            { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
            { key: 'gen_ai.system', value: { stringValue: 'openai' } },
            { key: 'gen_ai.conversation.id', value: { stringValue: 'c/1' } },
          ]
        : [],
    });
    await ada.sendSpans([span], { service: drawn.service });
    const level = point(drawn.durationMs, { timeUnixNano: nanosOf(endMs) });
    const body = metricsBody(metrics([gauge('queue.length', [level])], drawn.service), 'json');
    equal((await ada.send(body, {}, '/v1/metrics')).status, 200);
  };

  const recordAll = async (atMs: number): Promise<void> => {
    for (const path of paths) {
      const { status, body } = await read(path);
      if (status === 200) recorded.push({ path, atMs, body });
    }
  };

  before(async () => {
    server = await startObservedServer({
      clock: clock.now,
      log: openLog({ level: 'silent', pretty: false }),
    });
    clock.holdAt(beganAtMs);
    ada = await readerOf(server, 'ada');
    for (const name of services) await server.account(ada.email, name);
    let nowMs = beganAtMs;
    for (const { stepMinutes, sends } of fc.sample(minute, { seed, numRuns: minutes })) {
      for (const each of sends.toSorted((left, right) => left.secondsIn - right.secondsIn))
        await sendAt(nowMs + each.secondsIn * 1_000, each);
      await server.caughtUp();
      nowMs += stepMinutes * minuteMs;
      clock.holdAt(nowMs);
      await recordAll(nowMs);
    }
    clock.holdAt(nowMs + 10 * minuteMs);
  });

  after(() => server?.close());

  it('is what was read live at that instant, though more came since', async () => {
    const known = new Set(recorded.map(({ path }) => path));
    deepEqual(
      paths.filter(path => !known.has(path)),
      [],
    );
    for (const { path, atMs, body } of someOf(recorded, 3)) {
      const asOf = new Date(atMs).toISOString();
      const found = await read(`${path}${path.includes('?') ? '&' : '?'}as_of=${asOf}`);
      deepEqual(found.body, body, `${path} as of ${asOf}`);
    }
  });

  it('is refused for the future, and for what is not kept any more', async () => {
    const at = (agoMs: number): string => new Date(clock.now() - agoMs).toISOString();
    for (const path of paths) {
      const ask = async (asOf: string) =>
        read(`${path}${path.includes('?') ? '&' : '?'}as_of=${asOf}`);
      equal((await ask(at(-minuteMs))).status, 400, path);
      const forgotten = await ask(at(31 * 86_400_000));
      equal(forgotten.status, 410, path);
      match(JSON.stringify(forgotten.body), /history_forgotten.*spans reach back to/u);
    }
    ok(paths.length > 20);
  });
});
