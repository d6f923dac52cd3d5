import type { Context } from 'mocha';
import { atEnd } from './at-end.ts';
import { type OwnBroker, startBroker } from './kafka-broker.ts';
import { kafkaJars, kafkaVersion } from './kafka-jars.ts';

export type TestKafka = {
  readonly brokers: readonly string[];
  /** The broker itself where the tests started it; one that was given must not be broken. */
  readonly own?: OwnBroker;
};

// One broker serves every suite of the run.
let found: Promise<TestKafka | undefined> | undefined;

/**
 * The Kafka named by KAFKA_BROKERS, else a real broker from Maven Central's jars when java is
 * there. Without either the suite is skipped, visibly, or fails when REQUIRE_KAFKA is 1.
 */
export async function kafkaOrSkip(context: Context): Promise<TestKafka> {
  context.timeout(300_000);
  found ??= findKafka();
  const kafka = await found;
  if (kafka !== undefined) return kafka;
  const reason = 'no Kafka: neither KAFKA_BROKERS, nor java and mvn on the PATH';
  if (process.env.REQUIRE_KAFKA === '1') throw new Error(`REQUIRE_KAFKA is 1, but ${reason}`);
  process.stdout.write(`      skipped: ${reason}\n`);
  return context.skip();
}

/** As `kafkaOrSkip`, for tests that kill the broker. */
export async function ownBrokerOrSkip(context: Context): Promise<OwnBroker> {
  const { own } = await kafkaOrSkip(context);
  if (own !== undefined) return own;
  process.stdout.write(
    '      skipped: a broker that was given by KAFKA_BROKERS is not broken on purpose\n',
  );
  return context.skip();
}

async function findKafka(): Promise<TestKafka | undefined> {
  const brokers = process.env.KAFKA_BROKERS;
  if (brokers) return { brokers: brokers.split(',') };
  const jars = await kafkaJars();
  if (jars === undefined) return undefined;
  const own = await startBroker(jars);
  atEnd(own.stop);
  process.stdout.write(`      Kafka ${kafkaVersion} on ${own.brokers.join()}\n`);
  return { brokers: own.brokers, own };
}
