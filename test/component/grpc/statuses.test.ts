import { deepEqual, equal, match } from 'node:assert/strict';
import fc from 'fast-check';
import { Unavailable } from '../../../platform/errors.ts';
import { percentEncoded } from '../../../platform/grpc/status.ts';
import { invalidRequest, rateLimited } from '../../../platform/http/problem.ts';
import { oneMessage } from '../../support/grpc.ts';
import { grpcApps } from '../../support/grpc-app.ts';
import { liveKey, readKey, unknownKey } from '../../support/http-app.ts';
import { holds } from '../../support/property.ts';

const nothing = Buffer.alloc(0);

describe('statuses of gRPC', () => {
  const grpc = grpcApps();

  it('are those of keys', async () => {
    await grpc.startTaking();
    const codeWith = async (headers: Record<string, string>) =>
      (await grpc.client.send(oneMessage(nothing), { 'x-api-key': '', ...headers })).code;
    equal(await codeWith({}), 16);
    equal(await codeWith({ 'x-api-key': unknownKey }), 16);
    equal(await codeWith({ 'x-api-key': 'nonsense' }), 16);
    equal(await codeWith({ 'x-api-key': readKey }), 7);
    equal(await codeWith({ authorization: `Bearer ${liveKey}` }), 0);
    deepEqual(
      grpc.server.answered.map(({ status, code }) => [status, code]),
      [
        [401, 'invalid_api_key'],
        [401, 'invalid_api_key'],
        [401, 'invalid_api_key'],
        [403, 'key_not_allowed'],
        [200, undefined],
      ],
    );
  });

  it('say when a rejected call may be repeated, and only then', async () => {
    let error: Error = new Error('not set');
    await grpc.start(async () => {
      throw error;
    });
    const answerTo = async (thrown: Error) => {
      error = thrown;
      const { code, message, retrySeconds } = await grpc.client.send(oneMessage(nothing));
      return { code, message, retrySeconds };
    };
    deepEqual(await answerTo(rateLimited('enough for now', 6500)), {
      code: 8,
      message: 'enough for now',
      retrySeconds: 7,
    });
    deepEqual(await answerTo(new Unavailable('the log is away')), {
      code: 14,
      message: 'the log is away',
      retrySeconds: 1,
    });
    deepEqual(await answerTo(invalidRequest('100 % žluťoučký\n"x"')), {
      code: 3,
      message: '100 % žluťoučký\n"x"',
      retrySeconds: undefined,
    });
    const bug = await answerTo(new Error('secret'));
    deepEqual([bug.code, bug.retrySeconds], [13, undefined]);
    match(bug.message, /request id/);
    deepEqual(
      grpc.server.log.filter(({ level }) => Number(level) >= 50).map(({ msg }) => msg),
      ['request failed'],
    );
  });

  it('say that a method is not there, and why where clients look for it', async () => {
    const logs = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';
    await grpc.startTaking({ absent: { [logs]: 'no logs here' } });
    const answers = [
      await grpc.client.send(oneMessage(nothing), {}, logs),
      await grpc.client.send(oneMessage(nothing), {}, '/toString'),
      await grpc.client.send([], {}, '/grpc.health.v1.Health/Check'),
    ];
    deepEqual(
      answers.map(({ code }) => code),
      [12, 12, 12],
    );
    equal(answers[0]?.message, 'no logs here');
    match(answers[2]?.message ?? '', /there is no method \/grpc\.health/);
  });

  it('are those of HTTP for what is not gRPC', async () => {
    await grpc.startTaking();
    for (const type of ['application/json', 'application/grpc-web', 'application/grpc+json']) {
      const { head, code } = await grpc.client.send([], { 'content-type': type });
      deepEqual([head[':status'], code], [415, undefined], type);
    }
    equal((await grpc.client.send([], { ':method': 'GET' })).head[':status'], 415);
  });

  it('have messages of printable ASCII, which clients decode again', async () => {
    await grpc.startTaking();
    const texts = fc.string({ unit: 'binary' });
    const property = fc.property(texts, text => {
      const encoded = percentEncoded(text);
      match(encoded, /^[ -~]*$/);
      equal(decodeURIComponent(encoded), text);
    });
    await holds(property, 200);
  });
});
