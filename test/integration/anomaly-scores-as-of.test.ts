import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { openLog } from '../../platform/log.ts';
import { readEvaluatorTime } from '../../projections/alerts/evaluator-time.ts';
import { anomalyMetrics } from '../../schemas/anomalies/metric.ts';
import { dayMs, minuteMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { consumers } from '../../schemas/topics.ts';
import { controlledClock } from '../support/controlled-clock.ts';
import { logOfClock } from '../support/log-clock.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan } from '../support/otel-send.ts';
import { nanosOf } from '../support/otlp.ts';
import { seed } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { until } from '../support/until.ts';

type Scores = ResponseOf<'serviceAnomalyScores'>;

const minutes = 12;
const historyMinutes = 65;

/** Requests that end so many minutes ago: those of an earlier minute have it judged again. */
const sends = fc.array(
  fc.record({
    agoMinutes: fc.constantFrom(0, 0, 1, 3, 5),
    requests: fc.integer({ min: 1, max: 12 }),
    latencyMs: fc.constantFrom(20, 30, 500),
    isError: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

describe('the scores of the anomaly detector as of an instant', function () {
  this.timeout(300_000);
  const clock = controlledClock();
  const recorded: { readonly path: string; readonly asOfMs: number; readonly body: Scores }[] = [];
  // The clock of the test begins some days ago, so that it can run faster than the real one.
  const beganAtMs = Math.floor((Date.now() - 5 * dayMs) / minuteMs) * minuteMs;
  let server: ObservedServer;
  let ada: Reader;

  const at = (ms: number): string => new Date(ms).toISOString();
  const pathOf = (metric: string, query = ''): string =>
    `/v1/services/checkout/anomaly-scores?metric=${metric}${query}`;
  const range = `&from=${at(beganAtMs - historyMinutes * minuteMs)}&to=${at(beganAtMs + minutes * minuteMs)}`;

  /** A jump of the clock looks like a long silence of the event store, during which no key is believed. */
  const read = (path: string) =>
    until('keys to be believed again', async () => {
      const found = await server.get<Scores>(path, ada.key);
      return found.status === 503 || found.status === 401 ? undefined : found;
    });

  /** Everything that was sent is judged, up to the time of the clock. */
  const judged = async (): Promise<void> => {
    await server.caughtUp();
    const { group, topic } = consumers.windows;
    const { topicLog } = server.platform;
    await until('the evaluator to come up to the clock', async () => {
      const lags = await topicLog.lag(group, topic);
      const timeMs = (await readEvaluatorTime(topicLog)) ?? 0;
      return timeMs >= clock.now() && lags.every(({ committed, end }) => committed >= end);
    });
  };

  const requests = (count: number, endMs: number, latencyMs: number, isError: boolean) =>
    Array.from({ length: count }, (_, index) =>
      freshSpan({
        startTimeUnixNano: nanosOf(endMs - index * 1_000 - latencyMs),
        endTimeUnixNano: nanosOf(endMs - index * 1_000),
        status: { code: isError ? 2 : 0 },
      }),
    );

  before(async () => {
    clock.holdAt(beganAtMs);
    server = await startObservedServer({
      clock: clock.now,
      log: openLog({ level: 'silent', pretty: false }),
      decoratePorts: platform => ({
        ...platform,
        topicLog: logOfClock(platform.topicLog, clock.now),
      }),
    });
    ada = await readerOf(server, 'ada');
    const history = Array.from({ length: historyMinutes }, (_, index) =>
      requests(10, beganAtMs - (index + 1) * minuteMs + 40_000, 25, false),
    );
    await ada.sendSpans(history.flat(), { service: 'checkout' });
    const drawn = fc.sample(sends, { seed, numRuns: minutes });
    for (const [index, some] of drawn.entries()) {
      const endMs = beganAtMs + index * minuteMs + 55_000;
      clock.holdAt(endMs);
      await read(pathOf('throughput'));
      const spans = some.flatMap(({ agoMinutes, requests: count, latencyMs, isError }) =>
        requests(count, endMs - agoMinutes * minuteMs, latencyMs, isError),
      );
      await ada.sendSpans(spans, { service: 'checkout' });
      await judged();
      for (const metric of anomalyMetrics) {
        const path = pathOf(metric, range);
        const { status, body } = await read(path);
        equal(status, 200, JSON.stringify(body));
        recorded.push({ path, asOfMs: beganAtMs + (index + 1) * minuteMs, body });
      }
    }
    clock.holdAt(beganAtMs + (minutes + 10) * minuteMs);
    await judged();
  });

  after(() => server?.close());

  it('are what was read live at that instant, though minutes were judged again since', async () => {
    let changed = 0;
    for (const { path, asOfMs, body } of recorded) {
      const { body: found } = await read(`${path}&as_of=${at(asOfMs)}`);
      deepEqual(found, body, `${path} as of ${at(asOfMs)}`);
      const { body: now } = await read(path);
      const latest = new Map(now.points.map(point => [point.at, point.value]));
      changed += body.points.filter(({ at: minute, value }) => latest.get(minute) !== value).length;
    }
    ok(changed > 0);
  });

  it('are the judgements that are stored, with the bounds that follow from them', async () => {
    for (const metric of anomalyMetrics) {
      const { body } = await read(pathOf(metric, range));
      const stored = await server.platform.warehouse.query<{
        readonly at: number;
        readonly value: number;
        readonly expected: number | null;
        readonly spread: number | null;
        readonly state: string;
      }>(
        `SELECT toUnixTimestamp(minute) AS at, argMax(observed, place) AS value, argMax(anomaly_scores.expected, place) AS median,
           argMax(anomaly_scores.spread, place) AS width, if(isNaN(median), NULL, median) AS expected, if(isNaN(width), NULL, width) AS spread,
           argMax(toString(anomaly_scores.state), place) AS state
         FROM anomaly_scores WHERE service = 'checkout' AND metric = {metric:String} AND minute < toDateTime({to:UInt32}, 'UTC')
         GROUP BY minute ORDER BY minute`,
        { metric, to: beganAtMs / 1000 + minutes * 60 },
        { reader: 'process' },
      );
      deepEqual(
        body.points.map(point => [point.at, point.value, point.expected, point.state]),
        stored.map(row => [at(row.at * 1000), row.value, row.expected, row.state]),
      );
      deepEqual(
        body.points.map(point => [point.expected_low, point.expected_high]),
        stored.map(({ expected, spread }) =>
          expected === null || spread === null
            ? [null, null]
            : [Math.max(0, expected - spread), expected + spread],
        ),
      );
      ok(body.points.length > minutes && body.points.some(point => point.expected !== null));
    }
  });

  it('have a range of at most a week, and a metric', async () => {
    const statusOf = async (path: string): Promise<number> => (await read(path)).status;
    const week = `&from=${at(beganAtMs - 7 * dayMs)}`;
    equal(await statusOf(pathOf('throughput', `${week}&to=${at(beganAtMs)}`)), 200);
    equal(await statusOf(pathOf('throughput', `${week}&to=${at(beganAtMs + 1)}`)), 400);
    equal(await statusOf(pathOf('throughput', `&from=${at(beganAtMs)}&to=${at(beganAtMs)}`)), 400);
    equal(await statusOf(pathOf('throughput', '&to=2106-02-07T06:29:00Z')), 400);
    equal(await statusOf(pathOf('latency')), 400);
    equal(await statusOf('/v1/services/checkout/anomaly-scores'), 400);
    equal(await statusOf('/v1/services/nothing/anomaly-scores?metric=throughput'), 404);
    equal(await statusOf(pathOf('throughput', `&as_of=${at(clock.now() + minuteMs)}`)), 400);
    equal(await statusOf(pathOf('throughput', `&as_of=${at(clock.now() - 31 * dayMs)}`)), 410);
  });
});
