import { equal, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfiguration } from '../../platform/config/config.ts';
import { openPlatform } from '../../services/open.ts';
import { ownBrokerOrSkip } from '../support/kafka.ts';
import type { OwnBroker } from '../support/kafka-broker.ts';
import { startObservedServer } from '../support/observed-server.ts';
import { freshSpan, newId, senderTo } from '../support/otel-send.ts';
import { quiet } from '../support/processing.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

describe('Kafka behind TLS and passwords, by settings alone', function () {
  this.timeout(60_000);
  let broker: OwnBroker;
  let folder: TemporaryFolder;

  before(async function () {
    broker = await ownBrokerOrSkip(this);
    folder = await temporaryFolder();
  });
  after(() => folder?.remove());

  const configuration = async (dataDir: string, changes: Record<string, string> = {}) => {
    const { brokers, ca, username, password } = broker.secure;
    const caFile = join(folder.path, 'ca.pem');
    await writeFile(caFile, ca);
    return readConfiguration({
      environment: {
        TIDEMARK_DATA_DIR: join(folder.path, dataDir),
        TIDEMARK_PORT: '0',
        TIDEMARK_MASTER_KEY: randomBytes(32).toString('base64'),
        KAFKA_BROKERS: brokers.join(),
        KAFKA_PARTITIONS: '4',
        KAFKA_SSL: 'true',
        KAFKA_SSL_CA: caFile,
        KAFKA_SASL_MECHANISM: 'scram-sha-512',
        KAFKA_SASL_USERNAME: username,
        KAFKA_SASL_PASSWORD: password,
        ...changes,
      },
    });
  };

  for (const mechanism of ['plain', 'scram-sha-512'])
    it(`takes spans and reads them back with ${mechanism}`, async () => {
      const given = await configuration(mechanism, { KAFKA_SASL_MECHANISM: mechanism });
      const server = await startObservedServer({ folder: given.dataDir, configuration: given });
      try {
        const { key } = await server.account(`ada@${mechanism}.example`, 'checkout');
        const sender = senderTo(server, key);
        const traceId = newId(32);
        await sender.sendSpans([freshSpan({ traceId })]);
        await server.caughtUp();
        equal((await sender.readSpans(traceId)).length, 1);
        const { status } = await fetch(`${server.url}/readyz`);
        equal(status, 200);
      } finally {
        await server.close();
      }
    });

  it('refuses to start with a wrong password', async () => {
    const given = await configuration('refused', { KAFKA_SASL_PASSWORD: 'guessed' });
    await rejects(openPlatform(given, quiet), /authentication failed/i);
  });

  it('says so with a certificate that nobody here knows', async () => {
    const given = await configuration('unknown', { KAFKA_SSL_CA: '' });
    const { topicLog, close } = await openPlatform(given, quiet);
    await rejects(topicLog.check(), /certificate|self.signed/i);
    await close();
  });

  it('refuses to start on topics that have another number of partitions', async () => {
    const four = await openPlatform(await configuration('four'), quiet);
    await four.topicLog.check();
    await four.close();
    const eight = openPlatform(await configuration('eight', { KAFKA_PARTITIONS: '8' }), quiet);
    await rejects(eight, /expected topic .* with its 4 partitions, got a count of 8/);
  });
});
