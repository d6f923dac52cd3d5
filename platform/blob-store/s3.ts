import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Unavailable } from '../errors.ts';
import { checkBlobName } from './name.ts';
import type { BlobStore } from './port.ts';
import { SlicedSha256 } from './sliced-sha256.ts';

export type S3Options = {
  /** Where it is not Amazon's own: the bucket then comes after the host, in the path. */
  readonly endpoint?: string;
  /** Must exist and be ours alone. */
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Without an answer for longer, a request counts as failed. */
  readonly requestMsMax?: number;
  /** Names of one list request; S3 returns 1,000 at most. */
  readonly pageNamesMax?: number;
};

export const requestMsMaxDefault = 10_000;
/** How long the body of a blob may take; ours are keys and pages, not films. */
export const bodyMsMax = 10_000;
export const connectMsMax = 3_000;
/** The first included; only what S3 itself or the network failed at is tried again. */
export const attemptsMax = 3;
/** How often a put that met another put of the same name is tried before it gives up. */
export const conflictsMax = 10;
export const pageNamesMaxDefault = 1_000;

/** Blobs as objects of a bucket. Needs conditional writes (`If-None-Match`), which S3 has since 2024. */
export async function openS3BlobStore(options: S3Options): Promise<BlobStore> {
  const client = clientOf(options);
  const { bucket: Bucket, pageNamesMax = pageNamesMaxDefault } = options;
  return {
    put: async (name, body) => {
      checkBlobName(name);
      await translated(client.send(new PutObjectCommand({ Bucket, Key: name, Body: body })));
    },
    putIfAbsent: async (name, body) => {
      checkBlobName(name);
      return putIfAbsent(client, { Bucket, Key: name, Body: body, IfNoneMatch: '*' });
    },
    get: async name => {
      checkBlobName(name);
      return get(client, { Bucket, Key: name });
    },
    delete: async name => {
      checkBlobName(name);
      await translated(client.send(new DeleteObjectCommand({ Bucket, Key: name })));
    },
    list: prefix => list(client, { Bucket, Prefix: prefix, MaxKeys: pageNamesMax }),
    close: async () => client.destroy(),
  };
}

function clientOf(options: S3Options): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = options;
  const requestTimeout = options.requestMsMax ?? requestMsMaxDefault;
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: attemptsMax,
    requestHandler: {
      requestTimeout,
      throwOnRequestTimeout: true,
      connectionTimeout: connectMsMax,
    },
    sha256: SlicedSha256,
    // Other servers of this interface do not all know the checksums that Amazon's takes by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  });
}

type Put = {
  readonly Bucket: string;
  readonly Key: string;
  readonly Body: Uint8Array;
  readonly IfNoneMatch: '*';
};

/** A put whose answer was lost is sent again by the client and then meets itself. */
async function putIfAbsent(client: S3Client, put: Put): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { $metadata } = await client.send(new PutObjectCommand(put));
      return $metadata.httpStatusCode === 200;
    } catch (error) {
      const status = statusOf(error);
      if (status === 412) return wasSentAgain(error) && (await holds(client, put));
      // 409: another put of this name is under way, or was deleted meanwhile; nothing is decided.
      if (status !== 409 || attempt === conflictsMax) throw unavailable(error);
    }
  }
}

const wasSentAgain = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.$metadata.attempts ?? 1) > 1;

async function holds(client: S3Client, put: Put): Promise<boolean> {
  const { Bucket, Key, Body } = put;
  const found = await get(client, { Bucket, Key });
  return found !== undefined && Buffer.from(found).equals(Body);
}

async function get(
  client: S3Client,
  place: { readonly Bucket: string; readonly Key: string },
): Promise<Uint8Array | undefined> {
  try {
    const { Body, ContentLength } = await client.send(new GetObjectCommand(place));
    if (Body === undefined) return new Uint8Array(0);
    // The client's own deadline ends with the first byte of an answer.
    const destroy = (): void => void (Body instanceof Readable && Body.destroy(new Error('late')));
    const timer = setTimeout(destroy, bodyMsMax);
    const reading =
      Body instanceof Readable ? collected(Body, ContentLength) : Body.transformToByteArray();
    return await reading.finally(() => clearTimeout(timer));
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
    throw unavailable(error);
  }
}

/** Into memory that is there from the start: joining 50 MB afterwards would keep other work waiting. */
async function collected(body: Readable, length: number | undefined): Promise<Uint8Array> {
  if (length === undefined) return Buffer.concat(await body.toArray());
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) at += chunk.copy(bytes, at);
  if (at !== length) throw new Error(`expected ${length} bytes of a blob, found ${at}`);
  return bytes;
}

/** By the bytes of the names, which is S3's own order; a page begins after the last of the former. */
async function* list(
  client: S3Client,
  request: ConstructorParameters<typeof ListObjectsV2Command>[0],
): AsyncIterable<string> {
  let token: string | undefined;
  do {
    const page = await translated(
      client.send(new ListObjectsV2Command({ ...request, ContinuationToken: token })),
    );
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

async function translated<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
}

/** Also for a missing bucket or a wrong key: a matter of the configuration, not of the blob. */
function unavailable(cause: unknown): Unavailable {
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new Unavailable(`S3 failed: ${message}`, { cause });
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
