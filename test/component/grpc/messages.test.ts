import { deepEqual, equal, match } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { framed } from '../../../platform/grpc/message.ts';
import { answerOf, compressedMessage, oneMessage } from '../../support/grpc.ts';
import { grpcApps } from '../../support/grpc-app.ts';
import { holds } from '../../support/property.ts';

const nothing = Buffer.alloc(0);
const accepted = framed(nothing);

describe('messages of gRPC', () => {
  const grpc = grpcApps();

  it('are the same however their bytes are split', async () => {
    await grpc.startTaking();
    const splits = fc.tuple(
      fc.uint8Array({ maxLength: 40_000 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
      fc.boolean(),
    );
    const property = fc.asyncProperty(splits, async ([message, cuts, isGzip]) => {
      grpc.requests = [];
      const bytes = isGzip ? compressedMessage(gzipSync(message)) : framed(message);
      const places = [0, ...cuts.map(cut => Math.floor(cut * bytes.length)), bytes.length];
      places.sort((left, right) => left - right);
      const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      const answer = await grpc.client.send(chunks, isGzip ? { 'grpc-encoding': 'gzip' } : {});
      deepEqual([answer.code, answer.bytes], [0, accepted]);
      const [{ body } = { body: undefined }] = grpc.requests;
      deepEqual(Buffer.from(message), body?.bytes);
      equal(body?.format, 'protobuf');
      equal(body?.bodyBytes, bytes.length - 5);
    });
    await holds(property, 60);
  });

  it('are refused when they are not exactly one', async () => {
    await grpc.startTaking();
    const whole = framed(Buffer.from('whole'));
    const cases: readonly [chunks: readonly Uint8Array[], message: RegExp][] = [
      [[], /found 0 bytes/],
      [[whole.subarray(0, 3)], /a message after its prefix, found 3 bytes/],
      [[whole.subarray(0, 7)], /expected a message of 5 bytes, found 2/],
      [[whole, whole], /expected one message of 5 bytes, found more/],
      [[whole, Buffer.from('!')], /expected one message of 5 bytes, found more/],
      [[Buffer.from([2, 0, 0, 0, 0])], /0 or 1 as the compressed flag/],
      [[compressedMessage(gzipSync('whole'))], /a grpc-encoding with a compressed message/],
    ];
    for (const [chunks, message] of cases) {
      const answer = await grpc.client.send(chunks);
      deepEqual([answer.code, answer.retrySeconds], [3, undefined], String(message));
      match(answer.message, message);
    }
    const notGzip = await grpc.client.send([compressedMessage(Buffer.from('plain'))], {
      'grpc-encoding': 'gzip',
    });
    equal(notGzip.code, 3);
    equal(grpc.requests.length, 0);
  });

  it('may be sent as they are by a client that says how it would compress', async () => {
    await grpc.startTaking();
    const answer = await grpc.client.send(oneMessage(nothing), { 'grpc-encoding': 'gzip' });
    equal(answer.code, 0);
  });

  it('are refused in an encoding that is not known, with those that are', async () => {
    await grpc.startTaking();
    const headers = { 'grpc-encoding': 'snappy' };
    const answer = await grpc.client.send([compressedMessage(Buffer.from('?'))], headers);
    equal(answer.code, 12);
    match(answer.message, /snappy/);
    equal(answer.head['grpc-accept-encoding'], 'identity,gzip');
  });

  it('are refused for good when they are too large: by their prefix, and inflated', async () => {
    await grpc.startTaking({ limits: { otlpWireBytesMax: 1000, otlpBytesMax: 5000 } });
    const stream = grpc.client.open();
    const answered = answerOf(stream);
    // Of what is announced, nothing is sent.
    stream.write(framed(Buffer.alloc(1001)).subarray(0, 5));
    const long = await answered;
    deepEqual([long.code, long.retrySeconds], [8, undefined]);
    match(long.message, /at most 1000 bytes on the wire/);
    const bomb = compressedMessage(gzipSync(Buffer.alloc(100_000)));
    const inflated = await grpc.client.send([bomb], { 'grpc-encoding': 'gzip' });
    deepEqual([inflated.code, inflated.retrySeconds], [8, undefined]);
    match(inflated.message, /at most 5000 bytes inflated/);
    equal((await grpc.client.send(oneMessage(Buffer.alloc(1000)))).code, 0);
    equal(grpc.server.serving.bodies.held(), 0);
  });
});
