import type { LogRecord, Place, TopicLog } from '../../platform/topic-log/port.ts';
import { deadHeaders, deadTopic, topics } from '../../schemas/topics.ts';
import { adminLimits } from './config.ts';

/** A record that could not be processed, as the dead-letter topic tells of it. */
export type DeadLetter = {
  /** `<topic>/<partition>/<offset>` of the record where it could not be processed. */
  readonly id: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly reason: string;
  readonly error: string;
  readonly atMs: number;
  readonly redriven: boolean;
  readonly bytes: number;
  /** Those that the record came with. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where it lies now, on the dead-letter topic. */
  readonly place: Place;
};

export const isTopic = (name: string): boolean => Object.values<string>(topics).includes(name);

/**
 * Every dead letter of a topic, or of all, in the order in which they came. A record that was put
 * aside twice, because its processor died in between, is one.
 */
export async function readDeadLetters(
  topicLog: TopicLog,
  only?: string,
): Promise<readonly DeadLetter[]> {
  const letters = new Map<string, DeadLetter>();
  for (const topic of only === undefined ? Object.values(topics) : [only]) {
    for (
      let partition = 0;
      partition < (await topicLog.partitions(deadTopic(topic)));
      partition++
    ) {
      for await (const record of recordsOf(deadTopic(topic), partition, topicLog)) {
        apply(record, letters);
        if (letters.size >= adminLimits.deadLettersMax) return [...letters.values()];
      }
    }
  }
  return [...letters.values()];
}

/** The headers without those that tell why and when it was put aside. */
export const originalHeaders = (headers: LogRecord['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !added.has(name)));

const added = new Set<string>(Object.values(deadHeaders));

function apply(record: LogRecord, letters: Map<string, DeadLetter>): void {
  const redriven = record.headers[deadHeaders.redriven];
  if (redriven === undefined) {
    const letter = letterOf(record);
    if (!letters.has(letter.id)) letters.set(letter.id, letter);
    return;
  }
  const letter = letters.get(redriven);
  if (letter !== undefined) letters.set(redriven, { ...letter, redriven: true });
}

function letterOf({ headers, value, partition, offset }: LogRecord): DeadLetter {
  const text = (name: keyof typeof deadHeaders): string => headers[deadHeaders[name]] ?? '';
  return {
    id: `${text('topic')}/${text('partition')}/${text('offset')}`,
    topic: text('topic'),
    partition: Number(text('partition')),
    offset: Number(text('offset')),
    reason: text('reason'),
    error: text('error'),
    atMs: Number(text('atMs')),
    redriven: false,
    bytes: value.length,
    headers: originalHeaders(headers),
    place: { partition, offset },
  };
}

async function* recordsOf(
  topic: string,
  partition: number,
  topicLog: TopicLog,
): AsyncIterable<LogRecord> {
  const limits = { recordsMax: adminLimits.deadReadRecords, bytesMax: adminLimits.deadReadBytes };
  for (let offset = 0; ; ) {
    const records = await topicLog.read(topic, { partition, offset }, limits);
    const last = records.at(-1);
    if (last === undefined) return;
    yield* records;
    offset = last.offset + 1;
  }
}
