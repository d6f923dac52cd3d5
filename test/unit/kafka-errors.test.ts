import { rejects } from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { Admin } from 'kafkajs';
import { Unavailable } from '../../platform/errors.ts';
import { translating } from '../../platform/topic-log/kafka/errors.ts';

type OpenAdmin = (driver: {
  readonly cluster: { metadata(): Promise<null> };
  readonly logger: { namespace(name: string): object };
}) => Admin;

const openAdmin = createRequire(import.meta.url)('kafkajs/src/admin') as OpenAdmin;

/** The driver's own code over brokers of which none answers: it has no metadata then, and no error. */
const unanswered = openAdmin({
  cluster: { metadata: async () => null },
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

  it('are no more than errors when they are mistakes of ours', () =>
    rejects(
      translating('an answer', async () => JSON.parse('null').topic),
      (error: unknown) => error instanceof Error && !(error instanceof Unavailable),
    ));
});
