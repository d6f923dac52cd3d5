import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createClient } from '../../platform/topic-log/kafka/client.ts';
import { openKafkaTopicLog } from '../../platform/topic-log/kafka.ts';
import { kafkaOrSkip, type TestKafka } from '../support/kafka.ts';
import { quiet } from '../support/processing.ts';
import { until } from '../support/until.ts';
import { topicLogContract } from './topic-log.contract.ts';
import { batchesOfBothFormats } from './topic-log-formats.ts';

describe('topic log on Kafka', () => {
  let kafka: TestKafka;
  before(async function () {
    kafka = await kafkaOrSkip(this);
  });
  // What is not compressed is written by every other suite on this broker.
  topicLogContract('kafka', async () => ({
    open: () =>
      openKafkaTopicLog({
        brokers: kafka.brokers,
        compression: 'zstd',
        reassignPauseMs: 50,
        log: quiet,
      }),
    dispose: async () => {},
  }));

  batchesOfBothFormats(() => kafka);

  it('keeps records as long as it is told at a later start, and what operators have set', async () => {
    const topic = `kept-${randomUUID()}`;
    const open = () => openKafkaTopicLog({ brokers: kafka.brokers, log: quiet });
    const create = async (retentionMs: number): Promise<void> => {
      const log = await open();
      await log.createTopics([{ topic, partitions: 1, retentionMs }]);
      await log.close();
    };
    const admin = createClient({ brokers: kafka.brokers, log: quiet }).admin();
    await admin.connect();
    const resource = { type: 2, name: topic };
    const setting = async (name: string): Promise<string | undefined> => {
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [resource],
      });
      return resources[0]?.configEntries.find(({ configName }) => configName === name)?.configValue;
    };
    await create(3_600_000);
    await admin.alterConfigs({
      validateOnly: false,
      resources: [{ ...resource, configEntries: [{ name: 'segment.ms', value: '1234567' }] }],
    });
    await create(7_200_000);
    await until('the new retention', async () => (await setting('retention.ms')) === '7200000');
    equal(await setting('segment.ms'), '1234567');
    await admin.disconnect();
  });
});
