import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { BlobStore } from '../../platform/blob-store/port.ts';
import { openS3BlobStore } from '../../platform/blob-store/s3.ts';
import { Unavailable } from '../../platform/errors.ts';
import { openBlobKeyring } from '../../platform/keyring/blob.ts';
import { s3OrSkip, type TestS3 } from '../support/s3.ts';
import { blobStoreContract } from './blob-store.contract.ts';
import { keyringContract } from './keyring.contract.ts';

describe('blobs in S3', () => {
  let s3: TestS3;

  before(async function () {
    s3 = await s3OrSkip(this);
  });

  // S3Mock 4.7.0 lets several win who put with If-None-Match at once, and an answer may never end
  // while its object is replaced. S3 itself promises both.
  const beyondMock = [
    'lets one of many win who put if absent at once',
    'shows a whole body to whoever reads while it is replaced',
    'makes one key for one owner, however many processes begin at once',
  ];

  beforeEach(function () {
    if (s3.isMock && beyondMock.includes(this.currentTest?.title ?? '')) this.skip();
  });

  /** A test begins with an empty bucket; `open` gives a store over it. */
  async function emptyBucket(): Promise<{
    readonly open: () => Promise<BlobStore>;
    readonly dispose: () => Promise<void>;
  }> {
    const empty = async (): Promise<void> => {
      const store = await openS3BlobStore(s3);
      const names: string[] = [];
      for await (const name of store.list('')) names.push(name);
      for (const name of names) await store.delete(name);
      await store.close();
    };
    await empty();
    return { open: () => openS3BlobStore(s3), dispose: empty };
  }

  blobStoreContract('S3', emptyBucket);

  keyringContract('blobs in S3', async () => {
    const { open, dispose } = await emptyBucket();
    const masterKey = randomBytes(32);
    return {
      open: async () => openBlobKeyring({ blobStore: await open(), masterKey }),
      dispose,
    };
  });

  it('lists more names than come at once', async function () {
    this.timeout(60_000);
    const { dispose } = await emptyBucket();
    const store = await openS3BlobStore({ ...s3, pageNamesMax: 3 });
    const names = Array.from({ length: 10 }, (_, index) => `many/${index}`);
    for (const name of names) await store.put(name, Buffer.from(name));
    const found: string[] = [];
    for await (const name of store.list('many/')) found.push(name);
    assert.deepEqual(found, names);
    await store.close();
    await dispose();
  });

  it('are unavailable when the bucket is not there', async () => {
    const store = await openS3BlobStore({ ...s3, bucket: `none-${randomUUID()}` });
    await assert.rejects(store.get('a'), Unavailable);
    await assert.rejects(store.put('a', Buffer.from('1')), Unavailable);
    await store.close();
  });
});

describe('blobs in S3, when the server', () => {
  let stub: Server | undefined;

  afterEach(() => {
    stub?.closeAllConnections();
    stub?.close();
    stub = undefined;
  });

  async function against(listener: RequestListener): Promise<BlobStore> {
    stub = createServer((request, response) => {
      request.resume().once('end', () => listener(request, response));
    }).listen(0, '127.0.0.1');
    await once(stub, 'listening');
    const address = stub.address();
    assert.ok(typeof address === 'object' && address !== null);
    return openS3BlobStore({
      endpoint: `http://127.0.0.1:${address.port}`,
      bucket: 'b',
      region: 'us-east-1',
      accessKeyId: 'test',
      secretAccessKey: 'test',
      requestMsMax: 200,
    });
  }

  const errorBody = (code: string): string => `<Error><Code>${code}</Code></Error>`;

  it('fails at every attempt, are unavailable', async () => {
    let requests = 0;
    const store = await against((_request, response) => {
      requests++;
      response.writeHead(503).end(errorBody('SlowDown'));
    });
    await assert.rejects(store.put('a', Buffer.from('1')), Unavailable);
    assert.equal(requests, 3);
    await store.close();
  });

  it('never answers or refuses the key, are unavailable', async () => {
    const silent = await against(() => undefined);
    await assert.rejects(silent.get('a'), Unavailable);
    await silent.close();
    stub?.closeAllConnections();
    stub?.close();
    const strict = await against((_request, response) => {
      response.writeHead(403).end(errorBody('AccessDenied'));
    });
    await assert.rejects(strict.get('a'), Unavailable);
    await strict.close();
  });

  it('has another put of the name under way, are put when that is decided', async () => {
    const answers = [409, 409, 200];
    const store = await against((_request, response) => {
      const status = answers.shift() ?? 500;
      response.writeHead(status).end(status === 200 ? '' : errorBody('ConditionalRequestConflict'));
    });
    assert.equal(await store.putIfAbsent('a', Buffer.from('1')), true);
    await store.close();
  });

  it('has the put whose answer was lost, count as put; another body does not', async () => {
    for (const [body, isPut] of [
      ['mine', true],
      ['other', false],
    ] as const) {
      let puts = 0;
      const store = await against((request, response) => {
        if (request.method === 'GET') response.end(body);
        else if (puts++ === 0) response.writeHead(500).end(errorBody('InternalError'));
        else response.writeHead(412).end(errorBody('PreconditionFailed'));
      });
      assert.equal(await store.putIfAbsent('a', Buffer.from('mine')), isPut);
      await store.close();
      stub?.closeAllConnections();
      stub?.close();
    }
  });
});
