import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import type { NewRecord } from '../../platform/topic-log/port.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { readMonthlyUsage } from '../../projections/billing/monthly-usage.ts';
import { readParked } from '../../projections/billing/parked.ts';
import type { SubscriptionRow } from '../../projections/billing/subscriptions.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import { dayMs } from '../../schemas/durations.ts';
import { type OrganizationId, organizationId } from '../../schemas/ids.ts';
import { topics } from '../../schemas/topics.ts';
import { createReplayPass, type ReplayDependencies } from '../../services/monitor/parked.ts';
import { newId } from '../support/otel-send.ts';
import { body, nanosOf, span, traces } from '../support/otlp.ts';
import { gauge, metrics, point } from '../support/otlp-metrics.ts';
import { parkedRecord } from '../support/parked.ts';
import { metricsRecord, openProcessing, spansRecord } from '../support/processing.ts';
import { holds, partOf } from '../support/property.ts';

type Step =
  | { readonly do: 'park'; readonly days: number; readonly trace: number; readonly spans: number }
  | { readonly do: 'again'; readonly which: number }
  | { readonly do: 'points'; readonly days: number }
  | { readonly do: 'live' | 'look' | 'restart monitor' | 'restart processor' | 'quota' }
  | { readonly do: 'killed look'; readonly appends: number; readonly isWritten: boolean };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('park' as const),
      days: fc.integer({ min: 0, max: 5 }),
      trace: fc.nat(3),
      spans: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ do: fc.constant('again' as const), which: fc.nat(20) }),
    fc.record({ do: fc.constant('points' as const), days: fc.integer({ min: 0, max: 5 }) }),
    fc.record({
      do: fc.constantFrom(
        'live' as const,
        'look' as const,
        'restart monitor' as const,
        'restart processor' as const,
        'quota' as const,
      ),
    }),
    fc.record({
      do: fc.constant('killed look' as const),
      appends: fc.nat(3),
      isWritten: fc.boolean(),
    }),
  ),
  { minLength: 4, maxLength: 16 },
);

const { signal } = new AbortController();

/** What everything together must amount to. */
type Truth = { traces: Set<string>; bytes: number; ends: number[]; points: number };
const noTruth = (): Truth => ({ traces: new Set(), bytes: 0, ends: [], points: 0 });

describe('what was parked', function () {
  this.timeout(300_000);

  it('counts once, in the month in which it is replayed and at its own time, also when processor and monitor are stopped in between', async () => {
    const processing = await openProcessing();
    try {
      await holds(
        fc.asyncProperty(steps, async drawn => {
          const world = await openWorld(processing);
          for (const step of drawn) await world.take(step);
          await world.finish();
          deepEqual(await world.found(world.ada), seen(world.truth));
          deepEqual(await world.found(world.eve), seen(world.other));
        }),
        partOf(60, 5),
      );
    } finally {
      await processing.close();
    }
  });
});

const seen = ({ traces: ids, bytes, ends, points }: Truth) => ({
  traces: ids.size,
  bytes,
  points,
  parked: 0,
  spans: ends.length,
  windows: counts(ends.map(ms => Math.floor(ms / 10_000) * 10)),
});

function counts(seconds: readonly number[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const second of seconds) found[second] = (found[second] ?? 0) + 1;
  return found;
}

async function openWorld(processing: Awaited<ReturnType<typeof openProcessing>>) {
  const { topicLog, warehouse } = processing;
  const ada = organizationId(randomUuid());
  const eve = organizationId(randomUuid());
  const ids = Array.from({ length: 4 }, () => newId(32));
  const truth = noTruth();
  const other = noTruth();
  const sent: { readonly topic: string; readonly record: NewRecord }[] = [];
  let isExceeded = true;
  const given: ReplayDependencies = {
    topicLog,
    warehouse,
    blobStore: processing.blobStore,
    configuration: { retention: { topicsMs: 7 * dayMs } },
    clock: Date.now,
    owns: () => true,
    projections: {
      get: (_projection, key) => rowOf(key as OrganizationId, key === ada && isExceeded) as never,
    },
  };
  let look = createReplayPass(given);
  await processing.start();

  const append = async (topic: string, record: NewRecord): Promise<void> => {
    sent.push({ topic, record });
    await topicLog.append(topic, [record]);
  };
  const spansOf = (into: Truth, trace: string, count: number, receivedAtMs: number): Buffer => {
    const ends = Array.from(
      { length: count },
      (_, index) => receivedAtMs - 6 * dayMs - index * 7_000,
    );
    const bytes = body(traces(ends.map(ms => spanOf(trace, ms))), 'protobuf');
    into.traces.add(trace);
    into.bytes += bytes.length;
    into.ends.push(...ends);
    return bytes;
  };
  const parkSpans = async ({ days, trace, spans }: Step & { do: 'park' }): Promise<void> => {
    const receivedAtMs = Date.now() - days * dayMs;
    const bytes = spansOf(truth, ids[trace] as string, spans, receivedAtMs);
    await append(topics.spans, parkedRecord(spansRecord(ada, bytes, { receivedAtMs, spans })));
  };
  const parkPoint = async (days: number): Promise<void> => {
    const receivedAtMs = Date.now() - days * dayMs;
    const timeUnixNano = nanosOf(receivedAtMs - 6 * dayMs);
    const request = metrics([gauge(`queue ${newId(16)}`, [point(1, { timeUnixNano })])]);
    const bytes = Buffer.from(JSON.stringify(request));
    truth.bytes += bytes.length;
    truth.points++;
    await append(
      topics.metrics,
      parkedRecord(metricsRecord(ada, bytes, { format: 'json', receivedAtMs, points: 1 })),
    );
  };
  const live = async (): Promise<void> => {
    const receivedAtMs = Date.now();
    const bytes = spansOf(other, newId(32), 1, receivedAtMs);
    await topicLog.append(topics.spans, [spansRecord(eve, bytes, { receivedAtMs, spans: 1 })]);
  };
  const killedLook = async ({
    appends,
    isWritten,
  }: Step & { do: 'killed look' }): Promise<void> => {
    let left = appends;
    const append: typeof topicLog.append = async (topic, records) => {
      if (left-- > 0) return topicLog.append(topic, records);
      if (isWritten) await topicLog.append(topic, records);
      throw new Error('killed');
    };
    const dying = { ...given, topicLog: { lag: topicLog.lag, read: topicLog.read, append } };
    await createReplayPass(dying)(signal).catch(() => {});
    look = createReplayPass(given);
  };
  const take = async (step: Step): Promise<void> => {
    switch (step.do) {
      case 'park':
        return parkSpans(step);
      case 'points':
        return parkPoint(step.days);
      case 'again': {
        const found = sent[step.which % Math.max(1, sent.length)];
        if (found !== undefined) await topicLog.append(found.topic, [found.record]);
        return;
      }
      case 'live':
        return live();
      case 'look':
        await look(signal);
        return;
      case 'killed look':
        return killedLook(step);
      case 'restart monitor':
        look = createReplayPass(given);
        return;
      case 'quota':
        isExceeded = !isExceeded;
        return;
      case 'restart processor':
        await processing.stop();
        return processing.start();
    }
  };
  const parkedOf = (organization: OrganizationId) =>
    readParked({ organization, sinceMs: Date.now() - 6 * dayMs, requestsMax: 100 }, warehouse, {});
  return {
    ada,
    eve,
    truth,
    other,
    take,
    /** There is quota again; every look until nothing is parked. */
    finish: async () => {
      isExceeded = false;
      do {
        await processing.caughtUp().catch(() => {});
        await look(signal);
      } while ((await parkedOf(ada)).length > 0);
      if (sent.length > 0) await processing.caughtUp();
      await processing.stop();
    },
    found: async (organization: OrganizationId) => {
      const month = monthOf(Date.now());
      const usage = await readMonthlyUsage([organization], month, warehouse, {});
      const windows = await warehouse.query<{ at: number; n: string }>(
        `SELECT toUnixTimestamp(time) AS at, toString(sum(windows.n)) AS n FROM windows
         WHERE organization = {organization:UUID} GROUP BY time`,
        { organization },
      );
      const [rows] = await warehouse.query<{ spans: string; points: string }>(
        `SELECT toString((SELECT count() FROM spans WHERE organization = {organization:UUID})) AS spans,
                toString((SELECT count() FROM metric_points WHERE organization = {organization:UUID})) AS points`,
        { organization },
      );
      return {
        traces: usage.get(organization)?.traces,
        bytes: usage.get(organization)?.bytes,
        points: Number(rows?.points),
        parked: (await parkedOf(organization)).length,
        spans: Number(rows?.spans),
        windows: Object.fromEntries(windows.map(({ at, n }) => [at, Number(n)])),
      };
    },
  };
}

const spanOf = (traceId: string, endMs: number) =>
  span({
    traceId,
    spanId: newId(16),
    startTimeUnixNano: nanosOf(endMs - 10),
    endTimeUnixNano: nanosOf(endMs),
  });

const rowOf = (organization: OrganizationId, isExceeded: boolean): SubscriptionRow => ({
  organizationId: organization,
  plan: 'free',
  traceLimit: 1,
  bytesLimit: 1_000_000_000,
  startedAtMs: 0,
  ...(isExceeded && {
    reached: { month: monthOf(Date.now()), level: 'exceeded', traces: 1, bytes: 1 },
  }),
});
