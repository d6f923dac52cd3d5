import { openKafkaTopicLog } from '../../platform/topic-log/kafka.ts';
import { kafkaOrSkip, type TestKafka } from '../support/kafka.ts';
import { quiet } from '../support/processing.ts';
import { topicLogContract } from './topic-log.contract.ts';

describe('topic log on Kafka', () => {
  let kafka: TestKafka;
  before(async function () {
    kafka = await kafkaOrSkip(this);
  });
  topicLogContract('kafka', async () => ({
    open: () => openKafkaTopicLog({ brokers: kafka.brokers, reassignPauseMs: 50, log: quiet }),
    dispose: async () => {},
  }));
});
