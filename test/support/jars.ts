import type { Context } from 'mocha';
import { kafkaJars } from './kafka-jars.ts';
import { s3MockJar } from './s3-mock.ts';

/** What a Kafka and an S3 are started from. */
export type Jars = { readonly kafka: string; readonly s3: string };

export async function findJars(): Promise<Jars | undefined> {
  const [kafka, s3] = [await kafkaJars(), await s3MockJar()];
  return kafka === undefined || s3 === undefined ? undefined : { kafka, s3 };
}

/** Skips, visibly, without them, or fails when REQUIRE_KAFKA is 1. */
export async function jarsOrSkip(context: Context): Promise<Jars> {
  context.timeout(300_000);
  const jars = await findJars();
  if (jars !== undefined) return jars;
  const reason = 'no java, mvn or jars for servers that may be broken';
  if (process.env.REQUIRE_KAFKA === '1') throw new Error(`REQUIRE_KAFKA is 1, but ${reason}`);
  process.stdout.write(`      skipped: ${reason}\n`);
  return context.skip();
}
