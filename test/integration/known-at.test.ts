import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { openLog } from '../../platform/log.ts';
import { minuteMs } from '../../schemas/durations.ts';
import { metricsWindows } from '../../schemas/services/metrics-route.ts';
import { controlledClock } from '../support/controlled-clock.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan } from '../support/otel-send.ts';
import { nanosOf } from '../support/otlp.ts';
import { seed } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { until } from '../support/until.ts';

const minutes = 50;
const services = ['checkout', 'shop/billing'];

/** One span, when within the minute it is sent, and how long before that it ended. */
const send = fc.record({
  secondsIn: fc.integer({ min: 0, max: 59 }),
  agoSeconds: fc.constantFrom(0, 5, 59, 60, 300, 3_600, 86_400, -20),
  durationMs: fc.integer({ min: 0, max: 5_000 }),
  isError: fc.boolean(),
  service: fc.constantFrom(...services),
});

type Send = typeof send extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** What happens within one minute of the clock. */
const minute = fc.record({
  stepMinutes: fc.constantFrom(1, 1, 1, 2, 61),
  sends: fc.array(send, { minLength: 0, maxLength: 3 }),
  window: fc.constantFrom(...metricsWindows),
});

type Recorded = { readonly path: string; readonly atMs: number; readonly body: object };

describe('GET /api/metrics/services/{service_name} with known_at', function () {
  this.timeout(180_000);
  const clock = controlledClock();
  const recorded: Recorded[] = [];
  // The clock of the test begins some days ago, so that it can run faster than the real one.
  const beganAtMs = Math.floor((Date.now() - 5 * 86_400_000) / minuteMs) * minuteMs;
  let server: ObservedServer;
  let ada: Reader;

  const answerOf = async (path: string) => {
    // A jump of the clock looks like a long silence of the event store, during which no key is believed.
    const answer = await until('keys to be believed again', async () => {
      const found = await ada.metrics(path);
      return found.status === 503 || found.status === 401 ? undefined : found;
    });
    equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  const sendAt = async (nowMs: number, { agoSeconds, durationMs, isError, service }: Send) => {
    clock.holdAt(nowMs);
    await answerOf(encodeURIComponent(service));
    const endMs = nowMs - agoSeconds * 1_000;
    const span = freshSpan({
      startTimeUnixNano: nanosOf(endMs - durationMs),
      endTimeUnixNano: nanosOf(endMs),
      status: { code: isError ? 2 : 0 },
    });
    await ada.sendSpans([span], { service });
  };

  const record = async (path: string): Promise<void> => {
    recorded.push({ path, atMs: clock.now(), body: await answerOf(path) });
  };

  before(async () => {
    server = await startObservedServer({
      clock: clock.now,
      log: openLog({ level: 'silent', pretty: false }),
    });
    ada = await readerOf(server, 'ada');
    for (const service of services) await server.account(ada.email, service);
    let nowMs = beganAtMs;
    for (const { stepMinutes, sends, window } of fc.sample(minute, { seed, numRuns: minutes })) {
      for (const send of [...sends].sort((left, right) => left.secondsIn - right.secondsIn)) {
        await sendAt(nowMs + send.secondsIn * 1_000, send);
      }
      await server.caughtUp();
      nowMs += stepMinutes * minuteMs;
      clock.holdAt(nowMs);
      for (const service of services)
        await record(`${encodeURIComponent(service)}?window=${window}`);
    }
    clock.holdAt(nowMs + 10 * minuteMs);
  });

  after(() => server?.close());

  it('gives the very answer that was given live at that minute', async () => {
    ok(recorded.some(({ body }) => 'sample_count' in body && body.sample_count !== 0));
    for (const { path, atMs, body } of recorded) {
      const instant = new Date(atMs).toISOString();
      const { known_at: knownAt, ...then } = await answerOf(`${path}&known_at=${instant}`);
      equal(knownAt, instant);
      deepEqual(then, body, `${path} at ${instant}`);
    }
  });

  it('explains it from the spans that were known', async () => {
    for (const { path, atMs, body } of recorded.slice(-6)) {
      const instant = new Date(atMs).toISOString();
      const { explain } = await answerOf(`${path}&known_at=${instant}&explain=true`);
      const samples = 'sample_count' in body ? body.sample_count : undefined;
      deepEqual([explain?.sample_count, explain?.window_count], [samples, samples]);
    }
  });

  it('says of the past only what was whole then', async () => {
    for (const { path, atMs } of recorded.slice(-6)) {
      const instant = new Date(atMs).toISOString();
      const response = await fetch(
        `${server.url}/api/metrics/services/${path}&known_at=${instant}`,
        { headers: { 'X-API-Key': ada.key } },
      );
      const watermark = Date.parse(response.headers.get('X-Data-Watermark') ?? '');
      ok(watermark <= atMs, `expected at most ${instant}`);
    }
  });

  it('takes whole minutes up to now', async () => {
    for (const query of [
      `known_at=${new Date(beganAtMs + 1_000).toISOString()}`,
      `known_at=${new Date(clock.now() + minuteMs).toISOString()}`,
      'known_at=yesterday',
      'known_at=',
      'end=yesterday',
      'explain=maybe',
      'end=1970-01-01T00:01:00Z',
      'end=2106-02-07T06:29:00Z',
      'known_at=1969-12-31T23:59:00Z',
      'end=2026-01-01T00:00:00Z&known_at=1969-12-31T23:59:00Z',
    ]) {
      equal((await ada.metrics(`checkout?${query}`)).status, 400, query);
    }
  });

  it('ends the window where it is told to', async () => {
    const spanEndMs = beganAtMs + 30_000;
    clock.holdAt(spanEndMs);
    const ends = [0, 1].map(more =>
      freshSpan({
        startTimeUnixNano: nanosOf(spanEndMs),
        endTimeUnixNano: nanosOf(spanEndMs, more),
      }),
    );
    await answerOf('checkout');
    await ada.sendSpans(ends, { service: 'ends' });
    await server.caughtUp();
    clock.holdAt(beganAtMs + 60 * minuteMs);
    await answerOf('checkout');
    const counts = await Promise.all(
      [0, 1, 10_000, 300_000, 300_001, 310_000].map(async laterMs => {
        const end = new Date(spanEndMs + laterMs).toISOString();
        const { sample_count: count, from, to } = await answerOf(`ends?window=5m&end=${end}`);
        return [laterMs, count, Date.parse(from) - spanEndMs, Date.parse(to) - spanEndMs];
      }),
    );
    deepEqual(counts, [
      [0, 0, -300_000, 0],
      [1, 2, -300_000, 10_000],
      [10_000, 2, -290_000, 10_000],
      [300_000, 2, 0, 300_000],
      [300_001, 2, 0, 310_000],
      [310_000, 0, 10_000, 310_000],
    ]);
  });
});
