import { rejects } from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { Admin } from 'kafkajs';
import { Unavailable } from '../../platform/errors.ts';
import { translating } from '../../platform/topic-log/kafka/errors.ts';

type OpenAdmin = (driver: {
  readonly cluster: object;
  readonly logger: { namespace(name: string): object };
}) => Admin;

const openAdmin = createRequire(import.meta.url)('kafkajs/src/admin') as OpenAdmin;

/** The driver's own code over brokers of which none answers: it has no metadata then, and no error. */
const unanswered = openAdmin({
  cluster: { metadata: async () => null },
  logger: { namespace: () => ({}) },
});

/** The driver's own code over metadata that was renewed for other topics meanwhile. */
const overtaken = openAdmin({
  cluster: {
    addTargetTopic: async () => {},
    refreshMetadataIfNecessary: async () => {},
    findTopicPartitionMetadata: () => [],
    fetchTopicsOffset: async () => [],
  },
  logger: { namespace: () => ({}) },
});

describe('errors of the Kafka driver', () => {
  const questions: Readonly<Record<string, () => Promise<unknown>>> = {
    fetchTopicMetadata: () => unanswered.fetchTopicMetadata({ topics: ['spans'] }),
    listTopics: () => unanswered.listTopics(),
    describeCluster: () => unanswered.describeCluster(),
  };

  for (const [name, ask] of Object.entries(questions)) {
    it(`are Unavailable when no broker answers ${name}`, () =>
      rejects(translating('an answer', ask), Unavailable));
  }

  it('are Unavailable when metadata of other topics overtook that of one', () =>
    rejects(
      translating('the ends of a topic', () => overtaken.fetchTopicOffsets('spans')),
      Unavailable,
    ));

  it('are Unavailable when one of several topics could not be created for now', () => {
    const errors = [
      Object.assign(new Error('it exists'), { type: 'TOPIC_ALREADY_EXISTS', retriable: false }),
      Object.assign(new Error('too late'), { type: 'REQUEST_TIMED_OUT', retriable: true }),
    ];
    const several = Object.assign(new Error('Topic creation errors'), { errors });
    return rejects(
      translating('topics', () => Promise.reject(several)),
      Unavailable,
    );
  });

  it('are no more than errors when they are mistakes of ours', () =>
    rejects(
      translating('an answer', async () => JSON.parse('null').topic),
      (error: unknown) => error instanceof Error && !(error instanceof Unavailable),
    ));
});
