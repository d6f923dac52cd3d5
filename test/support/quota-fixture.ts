import { join } from 'node:path';
import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import type { Running } from '../../platform/lifecycle.ts';
import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { startProjections } from '../../projections/engine/run.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import type { PlanLimits } from '../../schemas/billing/quota.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import {
  eventId,
  type OrganizationId,
  organizationId,
  subscriptionStream,
} from '../../schemas/ids.ts';
import { consumers, deadLetterTopic, topics } from '../../schemas/topics.ts';
import { startDecider } from '../../services/decider/service.ts';
import type { MeteringDependencies } from '../../services/monitor/dependencies.ts';
import { eventsOf } from './accounts.ts';
import { everyProjection } from './every-projection.ts';
import { toEvent } from './given.ts';
import { newId } from './otel-send.ts';
import { body, nanosOf, span, traces } from './otlp.ts';
import { parkedRecord } from './parked.ts';
import { openProcessing, quiet, spansRecord } from './processing.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

export type QuotaFixture = Awaited<ReturnType<typeof openQuotaFixture>>;

/** Everything that a monitor looks at, over real engines and at any time of day, and no monitor. */
export async function openQuotaFixture() {
  const processing = await openProcessing();
  const { topicLog, warehouse } = processing;
  await topicLog.createTopics(
    [topics.commands, deadLetterTopic(topics.commands)].map(topic => ({
      topic,
      partitions: 1,
      retentionMs: 86_400_000,
    })),
  );
  await processing.start();
  const folder = await temporaryFolder();
  const eventStore = await openLmdbEventStore({ folder: join(folder.path, 'events') });
  const readStore = await openLmdbReadStore({ folder: join(folder.path, 'rows') });
  const projections = await startProjections({
    eventStore,
    readStore,
    projections: everyProjection,
    log: quiet,
  });
  const clock = { nowMs: Date.now() };
  let decider: Running | undefined;
  const decide = async (): Promise<void> => {
    decider ??= await startDecider({
      topicLog,
      eventStore,
      log: quiet,
      halted: () => undefined,
    });
    await until('every command to be decided', async () =>
      (await topicLog.lag(consumers.commands.group, topics.commands)).every(
        ({ committed, end }) => committed >= end,
      ),
    );
  };
  const record = async (
    organization: OrganizationId,
    fact: EventPayload,
    atMs = clock.nowMs,
  ): Promise<void> => {
    const event = { ...toEvent(fact, atMs), id: eventId(randomUuid()) };
    await eventStore.append(subscriptionStream(organization), [event], 'any');
  };
  const dependencies: MeteringDependencies = {
    topicLog,
    warehouse,
    projections,
    blobStore: processing.blobStore,
    configuration: { retention: { topicsMs: 7 * dayMs } },
    clock: () => clock.nowMs,
    owns: () => true,
  };
  return {
    clock,
    dependencies,
    projections,
    decide,
    warehouse,
    subscribe: async (limits: PlanLimits, startedAtMs = clock.nowMs): Promise<OrganizationId> => {
      const organization = organizationId(randomUuid());
      const fact: EventPayload = {
        type: 'SubscriptionStarted',
        data: { organizationId: organization, plan: 'free', ...limits },
      };
      await record(organization, fact, startedAtMs);
      return organization;
    },
    happen: record,
    choosePark: (organization: OrganizationId): Promise<void> =>
      record(organization, {
        type: 'OverQuotaSet',
        data: { organizationId: organization, overQuota: 'park' },
      }),
    /** As if the monitor had seen it in this month. */
    exceed: (organization: OrganizationId): Promise<void> => {
      const month = monthOf(clock.nowMs);
      const used = { traces: 1, bytes: 1, traceLimit: 1, bytesLimit: 1 };
      const data = { organizationId: organization, month, ...used };
      return record(organization, { type: 'QuotaExceeded', data });
    },
    /** One request with a span of each trace, received now; gives its bytes. */
    receive: async (
      organization: OrganizationId,
      traceIds: readonly string[],
      receivedAtMs = clock.nowMs,
    ): Promise<number> => {
      const bytes = requestOf(traceIds, receivedAtMs);
      const record = spansRecord(organization, bytes, { receivedAtMs, spans: traceIds.length });
      await topicLog.append(topics.spans, [record]);
      return bytes.length;
    },
    /** The same over the quota: it is parked. */
    park: async (
      organization: OrganizationId,
      traceIds: readonly string[],
      receivedAtMs = clock.nowMs,
    ): Promise<void> => {
      const bytes = requestOf(traceIds, receivedAtMs);
      const record = spansRecord(organization, bytes, { receivedAtMs, spans: traceIds.length });
      await topicLog.append(topics.spans, [parkedRecord(record)]);
    },
    caughtUp: processing.caughtUp,
    /** What was decided of an organization after its start. */
    facts: async (organization: OrganizationId) =>
      (await eventsOf(eventStore, subscriptionStream(organization))).slice(1),
    commands: async (): Promise<number> =>
      (await topicLog.lag('test', topics.commands)).reduce((sum, { end }) => sum + end, 0),
    close: async () => {
      await decider?.stop();
      await projections.stop();
      await readStore.close();
      await eventStore.close();
      await processing.close();
      await folder.remove();
    },
  };
}

export const newTraces = (count: number): readonly string[] =>
  Array.from({ length: count }, () => newId(32));

const requestOf = (traceIds: readonly string[], receivedAtMs: number): Buffer => {
  const spans = traceIds.map(traceId =>
    span({
      traceId,
      spanId: newId(16),
      startTimeUnixNano: nanosOf(receivedAtMs - 20),
      endTimeUnixNano: nanosOf(receivedAtMs - 10),
    }),
  );
  return body(traces(spans), 'protobuf');
};
