import type { LogRecord, PartitionLag, TopicLog } from '../../platform/topic-log/port.ts';
import type { OrganizationReads } from '../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { WindowDelta } from '../../schemas/telemetry/window-record.ts';
import { limits } from '../../services/query-api/config.ts';
import type { ListBase } from '../../services/query-api/services/model/list-base.ts';
import {
  openServiceLists,
  type ServiceLists,
} from '../../services/query-api/services/model/service-lists.ts';

/** One processor for each source, as the log and the warehouse see it, and what readers see of both. */
export type Batch = {
  readonly source: number;
  readonly first: number;
  readonly last: number;
  readonly windows: readonly WindowDelta[];
};

type Row = Batch & { readonly day: number };

const day = 86_400;
const dayOf = (time: number): number => Math.floor(time / day) * day;
const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

/** The sums of an organization that are published beside its windows. */
function sumsOf(windows: readonly WindowDelta[]): WindowDelta[] {
  const all: WindowDelta[] = [];
  for (const organization of new Set(windows.map(one => one.organization))) {
    const own = windows.filter(one => one.organization === organization && one.entry);
    for (const time of new Set(own.map(one => one.time))) {
      const n = sum(own.filter(one => one.time === time).map(one => one.n));
      const rest = { errors: 0, buckets: [1], counts: [n], n };
      all.push({ organization, service: '*', operation: '', entry: true, time, ...rest });
    }
  }
  return all;
}

export function openServiceListsWorld(sources: number, partitions: number, startMs: number) {
  let nowMs = startMs;
  const rows: Row[] = [];
  const records: LogRecord[][] = Array.from({ length: partitions }, () => []);
  const ends = new Array<number>(sources).fill(0);
  const committed = new Array<number>(sources).fill(0);
  const underway = new Map<number, { batch: Batch; isPublished: boolean; daysLeft: number[] }>();
  const done: Batch[] = [];
  const held: (() => void)[] = [];
  const pauses: (() => void)[] = [];

  const append = (partition: number, kind: string, value: object): void => {
    const log = records[partition] ?? [];
    log.push({
      partition,
      offset: log.length,
      key: 'any',
      headers: { v: '1', kind },
      value: Buffer.from(JSON.stringify(value)),
      appendedAtMs: nowMs,
    });
  };

  /** Each service has its partition, and each partition at most so many windows in one part. */
  const publish = ({ windows, ...range }: Batch, windowsOfPart: number, partsMax = 99): void => {
    for (let partition = 0; partition < partitions; partition++) {
      const own = [...windows, ...sumsOf(windows)].filter(
        ({ service }) => service.length % partitions === partition,
      );
      const parts = Math.ceil(own.length / windowsOfPart);
      for (let part = 0; part < Math.min(parts, partsMax); part++) {
        const some = own.slice(part * windowsOfPart, (part + 1) * windowsOfPart);
        append(partition, 'delta', { ...range, part, parts, windows: some });
      }
    }
  };

  const lagsOf = (topic: string): PartitionLag[] =>
    topic === 'spans'
      ? ends.map((end, partition) => ({
          group: 'any',
          topic,
          partition,
          committed: committed[partition] ?? 0,
          end,
        }))
      : records.map(({ length }, partition) => ({
          group: 'any',
          topic,
          partition,
          committed: 0,
          end: length,
        }));

  const topicLog: Pick<TopicLog, 'lag' | 'read'> = {
    lag: async (_, topic) => lagsOf(topic),
    read: async (_, { partition, offset }, { recordsMax }) =>
      (records[partition] ?? []).slice(offset, offset + Math.min(3, recordsMax)),
  };

  const inRange = (organization: string, fromSeconds: number) =>
    rows.flatMap(row =>
      row.windows.filter(one => one.organization === organization && one.time >= fromSeconds),
    );

  /** What the table says at this moment; the answer comes later. */
  const readBase = async (
    organization: OrganizationId,
    range: { readonly fromSeconds: number; readonly toSeconds: number },
  ): Promise<ListBase> => {
    const edgeSeconds = range.fromSeconds + limits.serviceListSeconds;
    const pieces = inRange(organization, range.fromSeconds).map(one => ({
      service: one.service,
      time: one.time,
      errors: one.entry ? one.errors : 0,
      buckets: one.entry ? one.buckets : [],
      counts: one.entry ? one.counts : [],
    }));
    const isWhole = ({ time }: { time: number }): boolean =>
      time >= edgeSeconds && time < range.toSeconds;
    const markers = new Map<string, number>();
    for (const { source, day: start, last } of rows) {
      const name = `${source} ${start}`;
      markers.set(name, Math.max(last, markers.get(name) ?? -1));
    }
    const base = {
      range,
      edgeSeconds,
      whole: pieces.filter(isWhole),
      apart: pieces.filter(piece => !isWhole(piece)),
      markers,
    };
    await new Promise<void>(resolve => held.push(resolve));
    return base;
  };

  return {
    readers: [] as ServiceLists[],
    nowSeconds: (): number => Math.floor(nowMs / 1000),
    wait: (seconds: number): void => {
      nowMs += seconds * 1000;
    },
    startReader: (): ServiceLists =>
      openServiceLists({
        topicLog,
        warehouse: {} as OrganizationReads,
        clock: () => nowMs,
        log: {
          error: (error: unknown) => {
            throw error;
          },
        },
        stopping: new AbortController().signal,
        configuration: { retention: { spansMs: 30 * day * 1000 } },
        readBase,
        pause: () => new Promise<void>(resolve => pauses.push(resolve)),
      }),
    /** Spans that wait to be processed. */
    receive: (source: number): void => {
      ends[source] = (ends[source] ?? 0) + 1;
    },
    /** A batch is noted and some of its parts are published. */
    begin: (source: number, windows: readonly WindowDelta[], rowsOfPart: number): void => {
      if (underway.has(source)) return;
      const first = committed[source] ?? 0;
      const last = Math.max(first + windows.length, (ends[source] ?? 0) - 1);
      ends[source] = Math.max(ends[source] ?? 0, last + 1);
      const batch = { source, first, last, windows };
      publish(batch, rowsOfPart, 1);
      const daysLeft = [...new Set(windows.map(({ time }) => dayOf(time)))];
      underway.set(source, { batch, isPublished: false, daysLeft });
    },
    /** All of it is published, perhaps divided in another way, and perhaps again. */
    publish: (source: number, rowsOfPart: number): void => {
      const found = underway.get(source);
      if (found === undefined) return;
      publish(found.batch, rowsOfPart);
      found.isPublished = true;
    },
    insertDay: (source: number): void => {
      const found = underway.get(source);
      if (found?.isPublished !== true) return;
      const start = found.daysLeft.pop();
      if (start === undefined) return;
      const windows = found.batch.windows.filter(({ time }) => dayOf(time) === start);
      rows.push({ ...found.batch, windows, day: start });
    },
    commit: (source: number): void => {
      const found = underway.get(source);
      if (found?.isPublished !== true || found.daysLeft.length > 0) return;
      committed[source] = found.batch.last + 1;
      underway.delete(source);
      done.push(found.batch);
    },
    /** A process that slept publishes a batch that its successor has committed. */
    publishLate: (index: number): void => {
      const batch = done[index % Math.max(1, done.length)];
      if (batch !== undefined) publish(batch, 2);
    },
    tick: (): void => {
      for (let partition = 0; partition < partitions; partition++)
        append(partition, 'tick', { sources, ticks: [] });
    },
    deliver: (): void => {
      for (const resolve of [...held.splice(0), ...pauses.splice(0)]) resolve();
    },
    /** The list as the table gives it at this moment. */
    expected: (organization: string) => {
      const open = Math.floor(nowMs / 10_000) * 10;
      const windows = inRange(organization, open - day).filter(({ time }) => time < open + 10);
      return [...new Set(windows.map(({ service }) => service))]
        .sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
        .map(service => {
          const own = windows.filter(one => one.service === service);
          const entries = own.filter(({ entry }) => entry);
          const bars = new Map<number, number>();
          for (const { buckets, counts } of entries)
            buckets.forEach((bucket, at) => {
              bars.set(bucket, (bars.get(bucket) ?? 0) + (counts[at] ?? 0));
            });
          const sorted = [...bars.keys()].sort((left, right) => left - right);
          return {
            service,
            histogram: {
              n: sum([...bars.values()]),
              errors: sum(entries.map(({ errors }) => errors)),
              buckets: sorted,
              counts: sorted.map(bucket => bars.get(bucket) ?? 0),
            },
            last: Math.max(...own.map(({ time }) => time)),
          };
        });
    },
  };
}
