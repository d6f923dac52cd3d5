import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Unavailable } from '../../platform/errors.ts';
import type { Running } from '../../platform/lifecycle.ts';
import type { NewRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { hourMs } from '../../schemas/durations.ts';
import { joinGroup, type Member } from '../support/group-member.ts';
import { until } from '../support/until.ts';
import { type Engine, openForSuite } from './engine.ts';

export type TopicLogEngine = Engine<TopicLog>;

/** The log of a suite, opened before it and closed after it. */
export type TopicLogs = {
  readonly log: () => TopicLog;
  /** Opens the log again, which the caller has closed. */
  readonly reopen: () => Promise<TopicLog>;
  readonly newTopic: (partitions: number) => Promise<string>;
  readonly texts: (topic: string, partition?: number) => Promise<string[]>;
  /** Joins a group, one of its own unless it is named. */
  readonly join: (topic: string, group?: string) => Promise<Member>;
  /** Stopped after each test. */
  readonly running: Running[];
};

export const all = { recordsMax: 10_000, bytesMax: 100_000_000 };
export const atOnce = { ...all, waitMs: 0 };
export const patient = { ...all, waitMs: 15_000 };

/** Belongs into the suite whose log it is. */
export function openTopicLogs(start: () => Promise<TopicLogEngine>): TopicLogs {
  const running: Running[] = [];
  const opened = openForSuite(start);
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
  });
  return {
    log: opened.port,
    reopen: opened.reopen,
    newTopic: async partitions => {
      const topic = `topic-${randomUUID()}`;
      await opened.port().createTopics([{ topic, partitions, retentionMs: hourMs }]);
      await until('leaders of its partitions', () => hasLeaders(opened.port(), topic));
      return topic;
    },
    texts: async (topic, partition = 0) =>
      (await opened.port().read(topic, { partition, offset: 0 }, all)).map(textOf),
    join: async (topic, group = `group-${randomUUID()}`) => {
      const member = await joinGroup(opened.port(), group, topic);
      running.push(member);
      return member;
    },
    running,
  };
}

/** A broker that leads a new partition may not have heard of it yet, and says so for a moment. */
const hasLeaders = (log: TopicLog, topic: string): Promise<boolean> =>
  log.lag('nobody', topic).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Unavailable) return false;
      throw error;
    },
  );

export const text = (key: string, value: string): NewRecord => ({
  key,
  value: Buffer.from(value),
  headers: {},
});

export const textOf = ({ value }: { readonly value: Uint8Array }): string =>
  Buffer.from(value).toString();

export const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};
