import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Suite } from 'mocha';
import { Unavailable } from '../../platform/errors.ts';
import { canaryOrganization } from '../../schemas/ids.ts';
import { recordVersion, topics } from '../../schemas/topics.ts';
import { limits } from '../../services/monitor/config.ts';
import type { Platform } from '../../services/open.ts';
import { runsOn } from '../support/both-engines.ts';
import { metricsAt } from '../support/metric-values.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { startReceiver } from '../support/receiver.ts';
import { logFile } from '../support/role-process.ts';
import { serversOrSkip } from '../support/servers.ts';
import { until } from '../support/until.ts';

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A clock that goes ahead of the time of day. */
function openClock() {
  let aheadMs = 0;
  return {
    now: (): number => Date.now() + aheadMs,
    ahead: (ms: number): void => {
      aheadMs += ms;
    },
  };
}

/** Engines of which the warehouse, or the log of spans, can be taken away. */
function openOutages() {
  const away = { warehouse: false, spans: false };
  const unless = (name: keyof typeof away): void => {
    if (away[name]) throw new Unavailable(`${name}: taken away by the test`);
  };
  const decoratePorts = (platform: Platform): Platform => ({
    ...platform,
    topicLog: {
      ...platform.topicLog,
      append: async (topic, records) => {
        if (topic === topics.spans) unless('spans');
        return platform.topicLog.append(topic, records);
      },
    },
    warehouse: {
      ...platform.warehouse,
      query: async (...query) => {
        unless('warehouse');
        return platform.warehouse.query(...query);
      },
      insertColumns: async (...insert) => {
        unless('warehouse');
        return platform.warehouse.insertColumns(...insert);
      },
    },
  });
  return { away, decoratePorts };
}

const traces = (outcome: string): string => `tidemark_canary_traces_total{outcome="${outcome}"}`;
const calls = (outcome: string): string => `tidemark_deadman_calls_total{outcome="${outcome}"}`;

function suite(this: Suite, settings: (context: Context) => Promise<Record<string, string>>): void {
  this.timeout(300_000);
  const clock = openClock();
  const outages = openOutages();
  let server: ObservedServer;
  let deadman: Receiver;
  let metric: ReturnType<typeof metricsAt>;

  before(async function () {
    const environment = await settings(this);
    deadman = await startReceiver();
    server = await startObservedServer({
      clock: clock.now,
      decoratePorts: outages.decoratePorts,
      environment: {
        ...environment,
        TIDEMARK_LOG_LEVEL: 'info',
        TIDEMARK_CANARY: 'true',
        TIDEMARK_DEADMAN_URL: deadman.url,
      },
    });
    metric = metricsAt(server.url);
  });
  after(async () => {
    await server?.close();
    await deadman?.close();
  });

  const atLeast = (series: string, count: number) =>
    until(`${series} to be ${count}`, async () => ((await metric(series)) ?? 0) >= count);
  /** The clock goes ahead, and a trace is sent because of it. */
  const nextSent = async (aheadMs: number): Promise<void> => {
    const sent = (await metric(traces('sent'))) ?? 0;
    clock.ahead(aheadMs);
    await atLeast(traces('sent'), sent + 1);
  };
  const logged = async (text: string): Promise<number> =>
    (await readFile(join(server.dataDir, logFile), 'utf8')).split(`"msg":"${text}"`).length - 1;

  it('sends a trace to itself, reads it back, and calls the dead man’s switch', async () => {
    await atLeast(traces('returned'), 1);
    await atLeast(calls('done'), 1);
    equal(deadman.requests[0]?.headers['user-agent'], 'Tidemark');
    ok(((await metric('tidemark_canary_round_trip_seconds_count')) ?? 0) >= 1);
    equal(
      await metric('tidemark_canary_round_trip_seconds_bucket{le="60"}'),
      await metric(traces('returned')),
    );
    const lastS = (await metric('tidemark_canary_last_returned_timestamp_seconds')) ?? 0;
    ok(Math.abs(lastS * 1_000 - clock.now()) < 60_000);
    deepEqual(
      await Promise.all([traces('lost'), traces('doubled'), traces('late')].map(metric)),
      [0, 0, 0],
    );
  });

  it('calls the switch once in an interval, and again after the next whole round trip', async () => {
    const before = deadman.requests.length;
    const returned = (await metric(traces('returned'))) ?? 0;
    clock.ahead(limits.canary.everyMs);
    await atLeast(traces('returned'), returned + 1);
    equal(deadman.requests.length, before);
    clock.ahead(limits.deadman.everyMs);
    await until('the next call', () => deadman.requests.length > before);
  });

  it('loses what the warehouse does not give in time, calls nobody meanwhile, and recovers', async () => {
    outages.away.warehouse = true;
    await nextSent(limits.canary.everyMs);
    const called = deadman.requests.length;
    await nextSent(limits.canary.lostAfterMs);
    await atLeast(traces('lost'), 1);
    await nextSent(limits.canary.lostAfterMs);
    await atLeast(traces('lost'), 2);
    equal(deadman.requests.length, called);
    equal(await logged('canary lost: its trace cannot be read'), 1);
    outages.away.warehouse = false;
    await atLeast(traces('late'), 2);
    clock.ahead(limits.canary.everyMs);
    await until('a call after the recovery', () => deadman.requests.length > called);
    equal(await logged('canary came back again'), 1);
    equal(await metric(traces('doubled')), 0);
  });

  it('does not count as lost what the log never took', async () => {
    const lost = await metric(traces('lost'));
    outages.away.spans = true;
    clock.ahead(limits.canary.everyMs);
    await atLeast(traces('unsent'), 1);
    outages.away.spans = false;
    const returned = (await metric(traces('returned'))) ?? 0;
    clock.ahead(limits.canary.everyMs);
    await atLeast(traces('returned'), returned + 1);
    equal(await metric(traces('lost')), lost);
    equal(await logged('canary not sent, trying again'), 1);
  });

  it('writes the record that ingest-api writes, of an organization that is nobody’s', async () => {
    const { topicLog } = server.platform;
    const lags = await topicLog.lag('test', topics.spans);
    const reads = lags.map(({ partition }) =>
      topicLog.read(
        topics.spans,
        { partition, offset: 0 },
        { recordsMax: 10_000, bytesMax: 100_000_000 },
      ),
    );
    // Other suites may have sent spans to the same servers.
    const record = (await Promise.all(reads)).flat().find(({ key }) => key === canaryOrganization);
    ok(record !== undefined);
    equal(record.headers.organization, canaryOrganization);
    equal(record.headers.v, recordVersion);
    match(record.headers.hash ?? '', /^[0-9a-f]{8}-/u);
    equal(await server.deadLetters(), 0);
  });
}

if (runsOn.embedded)
  describe('the canary (embedded engines)', function () {
    suite.call(this, async () => ({}));
  });

if (runsOn.servers)
  describe('the canary (servers)', function () {
    suite.call(this, async context => ({ ...(await serversOrSkip(context)).environment }));
  });

describe('the dead man’s switch', function () {
  this.timeout(120_000);

  it('is not followed to where it redirects; its failure is logged once, and its recovery', async () => {
    const other = await startReceiver();
    const deadman = await startReceiver([302, 500], { location: other.url });
    const clock = openClock();
    const server = await startObservedServer({
      clock: clock.now,
      environment: {
        TIDEMARK_LOG_LEVEL: 'info',
        TIDEMARK_CANARY: 'true',
        TIDEMARK_DEADMAN_URL: deadman.url,
      },
    });
    const metric = metricsAt(server.url);
    try {
      for (const count of [1, 2, 3]) {
        await until('a call', async () => {
          const ended = await Promise.all([metric(calls('failed')), metric(calls('done'))]);
          return ended.reduce<number>((sum, each) => sum + (each ?? 0), 0) >= count;
        });
        clock.ahead(limits.deadman.everyMs);
      }
      deepEqual([await metric(calls('failed')), await metric(calls('done'))], [2, 1]);
      equal(other.requests.length, 0);
      const lines = await readFile(join(server.dataDir, logFile), 'utf8');
      equal(lines.split("dead man's switch not called, trying again").length - 1, 1);
      equal(lines.split("dead man's switch called again").length - 1, 1);
      equal(lines.includes(deadman.url), false);
    } finally {
      await server.close();
      await other.close();
      await deadman.close();
    }
  });
});

describe('without its setting', function () {
  this.timeout(120_000);

  it('no canary is sent, and no metric speaks of one', async () => {
    const server = await startObservedServer();
    try {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      equal(/canary|deadman/u.test(text), false);
    } finally {
      await server.close();
    }
  });
});
