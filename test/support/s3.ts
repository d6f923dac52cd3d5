import type { Context } from 'mocha';
import { atEnd } from './at-end.ts';
import { s3MockJar, s3MockVersion, startS3Mock } from './s3-mock.ts';

export type TestS3 = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** S3Mock, which does not keep all of S3's promises. */
  readonly isMock: boolean;
};

// One server serves every suite of the run.
let found: Promise<TestS3 | undefined> | undefined;

/**
 * The server named by S3_ENDPOINT, else Adobe's S3Mock from Maven Central when java is there.
 * Without either the suite is skipped, visibly, or fails when REQUIRE_S3 is 1.
 */
export async function s3OrSkip(context: Context): Promise<TestS3> {
  context.timeout(300_000);
  found ??= findS3();
  const s3 = await found;
  if (s3 !== undefined) return s3;
  const reason = 'no S3: neither S3_ENDPOINT, nor java and mvn on the PATH';
  if (process.env.REQUIRE_S3 === '1') throw new Error(`REQUIRE_S3 is 1, but ${reason}`);
  process.stdout.write(`      skipped: ${reason}\n`);
  return context.skip();
}

async function findS3(): Promise<TestS3 | undefined> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket = 'tidemark', S3_REGION: region } = process.env;
  const { S3_ACCESS_KEY_ID: accessKeyId = 'test', S3_SECRET_ACCESS_KEY: secretAccessKey = 'test' } =
    process.env;
  const given = { bucket, region: region ?? 'us-east-1', accessKeyId, secretAccessKey };
  if (endpoint) return { endpoint, ...given, isMock: false };
  const jar = await s3MockJar();
  if (jar === undefined) return undefined;
  const { endpoint: started, stop } = await startS3Mock(jar, bucket);
  atEnd(stop);
  process.stdout.write(`      S3Mock ${s3MockVersion} on ${started}\n`);
  return { endpoint: started, ...given, isMock: true };
}
