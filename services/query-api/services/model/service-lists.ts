import { setTimeout as sleep } from 'node:timers/promises';
import { AnswerTooLarge, Unavailable } from '../../../../platform/errors.ts';
import type { Log } from '../../../../platform/log.ts';
import type { PartitionLag, TopicLog } from '../../../../platform/topic-log/port.ts';
import type { OrganizationReads } from '../../../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import type { Retention } from '../../../../schemas/retention.ts';
import { limits } from '../../config.ts';
import { rangeOf } from '../../windows/window-metrics.ts';
import type { TimeRange } from '../../windows/window-rows.ts';
import { createDeltaReader, type DeltaReader } from './delta-reader.ts';
import { readListBase } from './list-base.ts';
import { createOrganizationList, type OrganizationList } from './organization-list.ts';
import { shareNext } from './share-next.ts';
import type { ServiceTotals } from './window-totals.ts';

/** What organizations that ask for their services are answered from, without the warehouse. */
export type ServiceLists = {
  /** The services of the last 24 hours; undefined when only the warehouse can say. */
  readonly read: (
    organization: OrganizationId,
  ) => Promise<
    { readonly range: TimeRange; readonly totals: readonly ServiceTotals[] } | undefined
  >;
  /** Whether a service was in the last list. */
  readonly has: (organization: OrganizationId, service: string) => boolean;
};

export type ServiceList = {
  readonly range: TimeRange;
  readonly totals: readonly ServiceTotals[];
};

export type ServiceListDependencies = {
  readonly topicLog: Pick<TopicLog, 'lag' | 'read'>;
  readonly warehouse: OrganizationReads;
  readonly clock: () => number;
  readonly log: Pick<Log, 'error'>;
  readonly stopping: AbortSignal;
  readonly configuration: { readonly retention: Pick<Retention, 'spansMs'> };
  readonly readBase?: typeof readListBase;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
};

type Entry = {
  list?: OrganizationList;
  /** A list that is about to take its place. */
  next?: OrganizationList;
  askedAtMs: number;
  /** Until then it is not tried again. */
  refusedUntilMs: number;
};

type Entries = Map<string, Entry>;

/**
 * Keeps the lists of organizations that ask for them, from the first question on: one statement gives what there
 * was, and the topic `windows` what each batch adds. An answer is given from a list only if the warehouse would say the
 * same: every batch of the organization that was published is committed.
 */
export function openServiceLists(dependencies: ServiceListDependencies): ServiceLists {
  const { clock, stopping, readBase = readListBase, pause = pauseFor } = dependencies;
  // Where rows are deleted within the range, the log does not say when.
  const isKept = dependencies.configuration.retention.spansMs >= keptMsMin;
  let { entries, reader } = openReading(dependencies);
  let restsUntilMs = 0;
  const refresh = shareNext(async (): Promise<readonly PartitionLag[]> => {
    try {
      dropUnasked(entries, clock());
      return await reader.refresh();
    } catch (error) {
      ({ entries, reader } = openReading(dependencies));
      restsUntilMs = clock() + limits.serviceListRefusedMs;
      throw error;
    }
  });
  const build = async (organization: OrganizationId, entry: Entry): Promise<void> => {
    const list = createOrganizationList();
    entry.next = list;
    try {
      await whenWritten(refresh, ms => pause(ms, stopping));
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(limits.queryMs)]);
      const range = rangeOf('24h', clock());
      list.begin(await readBase(organization, range, { ...dependencies, signal }));
      entry.list = list;
    } catch (error) {
      entry.refusedUntilMs = clock() + limits.serviceListRefusedMs;
      if (!isExpected(error)) dependencies.log.error({ err: error }, 'no list of services is kept');
    } finally {
      delete entry.next;
    }
  };
  const buildUnlessBuilding = (organization: OrganizationId, entry: Entry): void => {
    if (entry.next === undefined) void build(organization, entry);
  };
  const isResting = (entry: Entry): boolean =>
    clock() < Math.max(restsUntilMs, entry.refusedUntilMs);
  const answer = (organization: OrganizationId, entry: Entry): ServiceList | undefined => {
    refuseLarge(entry, entries, clock());
    if (isResting(entry) || reader.isPending(organization)) return undefined;
    const range = rangeOf('24h', clock());
    const totals = entry.list?.read(range);
    if (totals === undefined) delete entry.list;
    if (entry.list?.isAging(range) ?? true) buildUnlessBuilding(organization, entry);
    return totals && { range, totals };
  };
  return {
    read: async organization => {
      const entry = isKept ? enter(entries, organization, clock()) : undefined;
      if (entry === undefined || isResting(entry)) return undefined;
      if (entry.list === undefined) buildUnlessBuilding(organization, entry);
      if (entry.list === undefined) return undefined;
      const isRead = await isDone(refresh(), limits.serviceListWaitMs);
      return isRead ? answer(organization, entry) : undefined;
    },
    has: (organization, service) => entries.get(organization)?.list?.has(service) ?? false,
  };
}

const keptMsMin = 2 * 86_400_000;

function openReading({ topicLog }: ServiceListDependencies): {
  readonly entries: Entries;
  readonly reader: DeltaReader;
} {
  const entries: Entries = new Map();
  const reader = createDeltaReader({
    topicLog,
    isWanted: organization => entries.has(organization),
    wanted: () => entries.keys(),
    onCommitted: (organization, delta) => {
      const entry = entries.get(organization);
      for (const list of [entry?.list, entry?.next]) list?.take(delta);
    },
  });
  return { entries, reader };
}

/** Undefined: so many ask that there is no room. */
function enter(entries: Entries, organization: string, nowMs: number): Entry | undefined {
  const found = entries.get(organization);
  if (found === undefined) dropUnasked(entries, nowMs);
  if (found === undefined && entries.size >= limits.serviceListsMax) return undefined;
  const entry = found ?? { askedAtMs: nowMs, refusedUntilMs: 0 };
  entry.askedAtMs = nowMs;
  entries.set(organization, entry);
  return entry;
}

/** A list that nobody asked for in its time has ended. */
function dropUnasked(entries: Entries, nowMs: number): void {
  for (const [organization, { askedAtMs }] of entries)
    if (nowMs - askedAtMs > limits.serviceListSeconds * 1000) entries.delete(organization);
}

/** Gives up a list that is too large, or with which all of them are. */
function refuseLarge(entry: Entry, entries: Entries, nowMs: number): void {
  let all = 0;
  for (const { list, next } of entries.values())
    all += (list?.buckets() ?? 0) + (next?.buckets() ?? 0);
  if (entry.list?.isRefused() !== true && all <= limits.serviceListsBucketsMax) return;
  delete entry.list;
  entry.refusedUntilMs = nowMs + limits.serviceListRefusedMs;
}

/**
 * Resolves when everything is written that was published before: what was received by then is committed. Its deltas may
 * lie before the place from which the topic is read.
 */
async function whenWritten(
  refresh: () => Promise<readonly PartitionLag[]>,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  await refresh();
  const received = new Map((await refresh()).map(({ partition, end }) => [partition, end]));
  for (let tries = 0; tries < limits.serviceListTriesMax; tries++) {
    const lags = await refresh();
    if (lags.every(({ partition, committed }) => committed >= (received.get(partition) ?? 0)))
      return;
    await pause(limits.serviceListPauseMs);
  }
  throw new Unavailable('the processor did not catch up');
}

const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false });

const isExpected = (error: unknown): boolean =>
  error instanceof Unavailable ||
  error instanceof AnswerTooLarge ||
  (error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name));

/** False when it failed or takes longer. */
async function isDone(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
