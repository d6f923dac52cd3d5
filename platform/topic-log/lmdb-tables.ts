import type { Environment, Table } from '../lmdb/environment.ts';
import { numberInKey, numberKey, textInKey, textKey } from '../lmdb/keys.ts';
import type { OffsetAndMetadata } from './port.ts';

/** A topic as it is stored; its number stands for its name in the keys of records. */
export type StoredTopic = {
  readonly number: number;
  readonly partitions: number;
  readonly retentionMs: number;
};

/** The tables of the log, with typed rows and the keys' layout kept in here. */
export type LogTables = {
  readonly topicNames: () => Iterable<string>;
  readonly topic: (name: string) => StoredTopic | undefined;
  readonly putTopic: (name: string, topic: StoredTopic) => void;
  /** First offset that is kept, and the offset that the next record gets. */
  readonly bounds: (topic: number, partition: number) => { start: number; end: number };
  readonly putStart: (topic: number, partition: number, offset: number) => void;
  /** A value of one record or several, under the offset of the last. */
  readonly putValue: (topic: number, partition: number, last: number, value: Buffer) => void;
  readonly removeValue: (topic: number, partition: number, last: number) => void;
  /** The value that holds the record of an offset. */
  readonly valueWith: (topic: number, partition: number, offset: number) => Buffer | undefined;
  /** Values from the one that holds `offset` on, each a copy. */
  readonly values: (
    topic: number,
    partition: number,
    offset: number,
  ) => Iterable<readonly [last: number, value: Buffer]>;
  readonly committed: (place: CommitPlace) => OffsetAndMetadata | undefined;
  readonly putCommitted: (place: CommitPlace, committed: OffsetAndMetadata) => void;
  /** What every group that ever committed on a partition has committed there. */
  readonly committedOffsets: (topic: number, partition: number) => Iterable<number>;
};

export type CommitPlace = {
  readonly group: string;
  readonly topic: number;
  readonly partition: number;
};

const prefixBytes = 8;

export function logTables(environment: Environment): LogTables {
  const topics = environment.textTable('topics');
  const records = environment.binaryTable('records');
  const starts = environment.binaryTable('starts');
  const commits = environment.textTable('commits');
  const range = (topic: number, partition: number, offset: number) => ({
    start: recordKey(topic, partition, offset),
    end: partitionKey(topic, partition + 1),
  });
  return {
    topicNames: () => topics.getKeys({}).map(key => textInKey(key, 0).text),
    topic: name => {
      const stored = topics.get(textKey(name));
      return stored === undefined ? undefined : parseTopic(stored);
    },
    putTopic: (name, topic) => topics.put(textKey(name), JSON.stringify(topic)),
    bounds: (topic, partition) => bounds(records, starts, topic, partition),
    putStart: (topic, partition, offset) =>
      starts.put(partitionKey(topic, partition), numberKey(offset)),
    putValue: (topic, partition, last, value) =>
      records.put(recordKey(topic, partition, last), value),
    removeValue: (topic, partition, last) => records.remove(recordKey(topic, partition, last)),
    valueWith: (topic, partition, offset) => {
      const [first] = records.getRange({ ...range(topic, partition, offset), limit: 1 });
      return first?.value;
    },
    values: (topic, partition, offset) =>
      records
        .getRange(range(topic, partition, offset))
        .map(({ key, value }) => [numberInKey(key, prefixBytes), value]),
    committed: place => {
      const stored = commits.get(commitKey(place));
      return stored === undefined ? undefined : parseCommitted(stored);
    },
    putCommitted: (place, committed) => commits.put(commitKey(place), JSON.stringify(committed)),
    committedOffsets: (topic, partition) =>
      commits
        .getRange({
          start: partitionKey(topic, partition),
          end: partitionKey(topic, partition + 1),
        })
        .map(({ value }) => parseCommitted(value).offset),
  };
}

/** The end follows the newest record; if retention deleted all, the end is where the log starts. */
function bounds(
  records: Table<Buffer>,
  starts: Table<Buffer>,
  topic: number,
  partition: number,
): { start: number; end: number } {
  const prefix = partitionKey(topic, partition);
  const stored = starts.get(prefix);
  const start = stored === undefined ? 0 : numberInKey(stored, 0);
  const [last] = records.getKeys({
    start: partitionKey(topic, partition + 1),
    end: prefix,
    reverse: true,
    limit: 1,
  });
  const next = last === undefined ? 0 : numberInKey(last, prefixBytes) + 1;
  return { start, end: Math.max(start, next) };
}

function partitionKey(topic: number, partition: number): Buffer {
  const key = Buffer.allocUnsafe(prefixBytes);
  key.writeUInt32BE(topic, 0);
  key.writeUInt32BE(partition, 4);
  return key;
}

const recordKey = (topic: number, partition: number, offset: number): Buffer =>
  Buffer.concat([partitionKey(topic, partition), numberKey(offset)]);

const commitKey = ({ group, topic, partition }: CommitPlace): Buffer =>
  Buffer.concat([partitionKey(topic, partition), textKey(group)]);

const parseTopic = (text: string): StoredTopic => JSON.parse(text) as StoredTopic;

const parseCommitted = (text: string): OffsetAndMetadata => JSON.parse(text) as OffsetAndMetadata;
