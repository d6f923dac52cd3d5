import type { LogRecord, PartitionLag, TopicLog } from '../../../../platform/topic-log/port.ts';
import {
  type WindowDelta,
  type WindowDeltaPart,
  windowHeaders,
} from '../../../../schemas/telemetry/window-record.ts';
import { consumers, recordVersion, topics } from '../../../../schemas/topics.ts';
import { limits } from '../../config.ts';
import type { OrganizationDelta } from './organization-list.ts';

/** Reads `windows` from where it began. */
export type DeltaReader = {
  /**
   * Reads everything that the log had when it was called, and hands over what is committed. Resolves with how far the
   * processor was, read before the rest. Throws when the log cannot say everything any more.
   */
  readonly refresh: () => Promise<readonly PartitionLag[]>;
  /** Whether a batch is on its way that adds something to an organization: the warehouse may have it or not. */
  readonly isPending: (organization: string) => boolean;
};

type ReaderOptions = {
  readonly topicLog: Pick<TopicLog, 'lag' | 'read'>;
  /** Only deltas of these are looked at. */
  readonly isWanted: (organization: string) => boolean;
  readonly wanted: () => Iterable<string>;
  readonly onCommitted: (organization: string, delta: OrganizationDelta) => void;
};

/** What has come of a batch that is not committed, on one partition. */
type OpenBatch = {
  readonly source: number;
  readonly last: number;
  readonly parts: number;
  /** Windows by organization, of each part. */
  readonly come: Map<number, ReadonlyMap<string, readonly WindowDelta[]>>;
  buckets: number;
};

/** The group never commits: its lag gives the ends. */
const group = 'service-lists';

export function createDeltaReader(options: ReaderOptions): DeltaReader {
  const { topicLog, onCommitted } = options;
  const offsets = new Map<number, number>();
  const open = new Map<string, OpenBatch>();
  let committed = new Map<number, number>();
  /** The ends of `spans` after the first look: what was published before that lies before them. */
  let begun: Map<number, number> | undefined;
  const take = (record: LogRecord): void => {
    const part = partOf(record, options);
    // Published again by a process that was late: everything of it was read before it was committed.
    if (part === undefined || part.last < (committed.get(part.source) ?? 0)) return;
    addPart(open, record.partition, part, options);
    expectRoom(open);
  };
  const isCommitted = ({ source, last }: OpenBatch): boolean => last < (committed.get(source) ?? 0);
  const expectWhole = (batch: OpenBatch): void => {
    const { source, last, parts } = batch;
    // What lies across the beginning is in every base: see `whenWritten`.
    if (!isWhole(batch) && last >= (begun?.get(source) ?? 0))
      throw new Error(`expected ${parts} parts of a batch up to ${last} of ${source}`);
  };
  const settle = (lags: readonly PartitionLag[]): void => {
    committed = new Map(lags.map(lag => [lag.partition, lag.committed]));
    for (const [name, batch] of [...open].filter(([, one]) => isCommitted(one))) {
      expectWhole(batch);
      open.delete(name);
      const { source, last } = batch;
      for (const [organization, windows] of together(batch.come))
        onCommitted(organization, { source, last, windows });
    }
  };
  return {
    refresh: async () => {
      const lags = await topicLog.lag(consumers.spans.group, topics.spans);
      // A batch is published before it is committed, so these ends lie behind all that is.
      const ends = await topicLog.lag(group, topics.windows);
      const isFirst = offsets.size === 0;
      if (!isFirst) begun ??= new Map(lags.map(({ partition, end }) => [partition, end]));
      const room = { bytes: limits.serviceListReadBytesMax };
      for (const { partition, end } of ends) {
        if (isFirst) offsets.set(partition, end);
        await readOn({ partition, end, room }, { topicLog, offsets, take });
      }
      settle(lags);
      return lags;
    },
    isPending: organization =>
      [...open.values()].some(({ come }) =>
        [...come.values()].some(windows => windows.has(organization)),
      ),
  };
}

type Reading = {
  readonly topicLog: Pick<TopicLog, 'read'>;
  readonly offsets: Map<number, number>;
  readonly take: (record: LogRecord) => void;
};

async function readOn(
  { partition, end, room }: { partition: number; end: number; room: { bytes: number } },
  { topicLog, offsets, take }: Reading,
): Promise<void> {
  for (let offset = offsets.get(partition) ?? -1; offset < end; ) {
    const records = await topicLog.read(topics.windows, { partition, offset }, readLimits);
    if (records[0]?.offset !== offset)
      throw new Error(`expected record ${offset} of partition ${partition} of ${topics.windows}`);
    for (const record of records) {
      room.bytes -= record.value.length + recordBytes;
      take(record);
    }
    if (room.bytes < 0) throw new Error('too much was published since the list was asked for');
    offset += records.length;
    offsets.set(partition, offset);
  }
}

const readLimits = { recordsMax: 100, bytesMax: 1024 * 1024 };

/** What a record counts for beside its value. */
const recordBytes = 256;

/** Undefined for anything but a delta; of windows, only parts with some of one that is wanted have any. */
function partOf(
  { headers, value }: LogRecord,
  { wanted }: ReaderOptions,
): WindowDeltaPart | undefined {
  if (headers[windowHeaders.kind] !== 'delta') return undefined;
  const version = headers[windowHeaders.version];
  if (version !== recordVersion)
    throw new Error(`expected version ${recordVersion} of a delta, found ${version}`);
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
  const isWanted = [...wanted()].some(organization => bytes.includes(organization));
  const place = isWanted ? undefined : placeText.exec(bytes.toString('latin1', 0, placeBytesMax));
  return JSON.parse(place ? `${place[0]}[]}` : bytes.toString()) as WindowDeltaPart;
}

/** What stands before the windows. */
const placeText = /^\{("[a-z]+":\d+,){5}"windows":/;
const placeBytesMax = 200;

function addPart(
  open: Map<string, OpenBatch>,
  partition: number,
  part: WindowDeltaPart,
  { isWanted }: ReaderOptions,
): void {
  const { source, last, parts } = part;
  const name = `${partition} ${source} ${last}`;
  const found = open.get(name);
  if (found !== undefined && isWhole(found)) return;
  // A batch that is published again by another release may be divided in another way.
  const batch =
    found?.parts === parts ? found : { source, last, parts, come: new Map(), buckets: 0 };
  const windows = new Map<string, WindowDelta[]>();
  for (const window of part.windows) {
    if (!isWanted(window.organization)) continue;
    const list = windows.get(window.organization) ?? [];
    list.push(window);
    windows.set(window.organization, list);
    batch.buckets += 1 + window.buckets.length;
  }
  batch.come.set(part.part, windows);
  open.set(name, batch);
}

const isWhole = ({ come, parts }: OpenBatch): boolean => come.size === parts;

function expectRoom(open: ReadonlyMap<string, OpenBatch>): void {
  let all = 0;
  for (const { buckets } of open.values()) all += buckets;
  if (all > limits.serviceListsBucketsMax) throw new Error('too much is published and not written');
}

/** All parts of a batch, in their order. */
function together(come: OpenBatch['come']): ReadonlyMap<string, readonly WindowDelta[]> {
  const all = new Map<string, WindowDelta[]>();
  for (const [, windows] of [...come].sort(([left], [right]) => left - right)) {
    for (const [organization, list] of windows)
      all.set(organization, [...(all.get(organization) ?? []), ...list]);
  }
  return all;
}
