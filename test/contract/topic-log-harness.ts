import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Running } from '../../platform/lifecycle.ts';
import type { NewRecord, TopicLog } from '../../platform/topic-log/port.ts';
import { hourMs } from '../../schemas/durations.ts';
import { joinGroup, type Member } from '../support/group-member.ts';
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
