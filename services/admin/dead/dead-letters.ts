import { recordsFrom } from '../../../platform/consumers/records-from.ts';
import type { LogRecord, PartitionOffset, TopicLog } from '../../../platform/topic-log/port.ts';
import { deadLetterHeaders, deadLetterTopic, topics } from '../../../schemas/topics.ts';
import { adminLimits } from '../config.ts';

/** A record that could not be processed, as the dead-letter topic describes it. */
export type DeadLetter = {
  /** `<topic>/<partition>/<offset>` of the record where it could not be processed. */
  readonly id: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly reason: string;
  readonly error: string;
  readonly atMs: number;
  /** When it was sent on its way again, each time. */
  readonly redrivenAtMs: readonly number[];
  readonly bytes: number;
  /** Those that the record came with. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where it lies now, on the dead-letter topic. */
  readonly place: PartitionOffset;
};

export type DeadLetters = {
  /** In the order in which they came; redriven ones are dropped first when there are too many. */
  readonly letters: readonly DeadLetter[];
  /** Of all dead letters, also of those beyond the limit of the list. */
  readonly total: number;
  /** Waiting ones beyond the limit of the list. */
  readonly left: number;
};

type Chosen = { readonly topic?: string; readonly ids?: ReadonlySet<string> };

type LetterLog = Pick<TopicLog, 'lag' | 'read'>;

export const isTopic = (name: string): boolean => Object.values<string>(topics).includes(name);

export const isWaiting = ({ redrivenAtMs }: DeadLetter): boolean => redrivenAtMs.length === 0;

/**
 * The dead letters of a topic, or of all. A record that was put aside twice, because its processor
 * died in between, is one. `ids`: only these.
 */
export const readDeadLetters = (topicLog: LetterLog, chosen: Chosen = {}): Promise<DeadLetters> =>
  openDeadLetterReader(topicLog, chosen)();

/** The same, again and again: each call reads on from where the last one ended. */
export function openDeadLetterReader(
  topicLog: LetterLog,
  { topic, ids }: Chosen = {},
): () => Promise<DeadLetters> {
  const found = collectLetters();
  const names = topic === undefined ? Object.values(topics) : [topic];
  const nextOffsets = new Map<string, number>();
  return async () => {
    for (const name of names) {
      for await (const record of newRecords(deadLetterTopic(name), nextOffsets, topicLog)) {
        const id = record.headers[deadLetterHeaders.redriven] ?? idOf(record.headers);
        if (ids?.has(id) !== false) found.add(record);
      }
    }
    return found.all();
  };
}

/** The record of a letter with its body; undefined when the log does not go back so far any more. */
export async function recordOf(
  { topic, place }: DeadLetter,
  topicLog: TopicLog,
): Promise<LogRecord | undefined> {
  const [record] = await topicLog.read(deadLetterTopic(topic), place, {
    recordsMax: 1,
    bytesMax: 1,
  });
  return record?.offset === place.offset ? record : undefined;
}

/** The headers without those that give the reason and the time of the failure. */
export const originalHeaders = (headers: LogRecord['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !added.has(name)));

const added = new Set<string>(Object.values(deadLetterHeaders));

/** A mark comes after its letter, so a letter that was sent again may make room for later ones. */
function collectLetters() {
  const letters = new Map<string, DeadLetter>();
  const forgotten = new Set<string>();
  const left = new Set<string>();
  let sentAgain = 0;
  const forget = (): void => {
    for (const [id, letter] of letters) {
      if (isWaiting(letter)) continue;
      letters.delete(id);
      forgotten.add(id);
    }
    sentAgain = 0;
  };
  const letter = (record: LogRecord): void => {
    const id = idOf(record.headers);
    if (letters.has(id) || forgotten.has(id)) return;
    if (letters.size >= adminLimits.deadLettersMax && sentAgain > 0) forget();
    if (letters.size >= adminLimits.deadLettersMax) left.add(id);
    else letters.set(id, letterOf(record));
  };
  const mark = (id: string, atMs: number): void => {
    if (left.delete(id)) forgotten.add(id);
    const marked = letters.get(id);
    if (marked === undefined) return;
    if (isWaiting(marked)) sentAgain++;
    letters.set(id, { ...marked, redrivenAtMs: [...marked.redrivenAtMs, atMs] });
  };
  return {
    add: (record: LogRecord): void => {
      const redriven = record.headers[deadLetterHeaders.redriven];
      if (redriven === undefined) letter(record);
      else mark(redriven, Number(record.headers[deadLetterHeaders.atMs]));
    },
    all: (): DeadLetters => ({
      letters: [...letters.values()],
      total: letters.size + forgotten.size + left.size,
      left: left.size,
    }),
  };
}

const textOf = (headers: LogRecord['headers'], name: keyof typeof deadLetterHeaders): string =>
  headers[deadLetterHeaders[name]] ?? '';

const idOf = (headers: LogRecord['headers']): string =>
  `${textOf(headers, 'topic')}/${textOf(headers, 'partition')}/${textOf(headers, 'offset')}`;

const letterOf = ({ headers, value, partition, offset }: LogRecord): DeadLetter => ({
  id: idOf(headers),
  topic: textOf(headers, 'topic'),
  partition: Number(textOf(headers, 'partition')),
  offset: Number(textOf(headers, 'offset')),
  reason: textOf(headers, 'reason'),
  error: textOf(headers, 'error'),
  atMs: Number(textOf(headers, 'atMs')),
  redrivenAtMs: [],
  bytes: value.length,
  headers: originalHeaders(headers),
  place: { partition, offset },
});

/** Records of a topic that were not read before; the offsets to go on from are kept in `nextOffsets`. */
async function* newRecords(
  topic: string,
  nextOffsets: Map<string, number>,
  topicLog: LetterLog,
): AsyncIterable<LogRecord> {
  const limits = { recordsMax: adminLimits.deadReadRecords, bytesMax: adminLimits.deadReadBytes };
  // Of a group that commits nothing, everything is left.
  for (const { partition, committed: oldest, end } of await topicLog.lag('status', topic)) {
    const name = `${topic}/${partition}`;
    const offset = nextOffsets.get(name) ?? oldest;
    for await (const record of recordsFrom(
      topic,
      { partition, offset },
      { ...limits, end },
      topicLog,
    )) {
      nextOffsets.set(name, record.offset + 1);
      yield record;
    }
  }
}
