import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { constants } from 'node:http2';
import { timeoutMs } from '../../../platform/grpc/call-end.ts';
import { framed } from '../../../platform/grpc/message.ts';
import type { IncomingBody } from '../../../platform/http/admission.ts';
import { answerOf, oneMessage, traceExport } from '../../support/grpc.ts';
import { grpcApps, takesAll } from '../../support/grpc-app.ts';
import { until } from '../../support/until.ts';

const nothing = Buffer.alloc(0);

describe('calls of gRPC', () => {
  const grpc = grpcApps();

  it('end at their deadline, and what is late gives back what it holds', async () => {
    let finish = (): void => undefined;
    const signals: AbortSignal[] = [];
    await grpc.start(async ({ signal }) => {
      signals.push(signal);
      await new Promise<void>(resolve => {
        finish = resolve;
      });
      return takesAll({} as never);
    });
    const answer = await grpc.client.send(oneMessage(Buffer.alloc(100)), { 'grpc-timeout': '50m' });
    equal(answer.code, 4);
    match(answer.message, /deadline/);
    equal(signals[0]?.aborted, true);
    equal(grpc.server.serving.bodies.held(), 100);
    finish();
    await until('the body to be given back', () => grpc.server.serving.bodies.held() === 0);
    equal(grpc.server.serving.places.taken(), 0);
  });

  it('end when their message does not come in time', async () => {
    await grpc.startTaking({ grpc: { messageMsMax: 30 } });
    const stream = grpc.client.open();
    const answered = answerOf(stream);
    stream.write(framed(Buffer.alloc(100)).subarray(0, 50));
    const { code, message } = await answered;
    equal(code, 4);
    match(message, /the message did not come within 0\.03 s/);
  });

  it('are refused with a deadline that cannot be read', async () => {
    await grpc.startTaking();
    for (const timeout of ['soon', '10', '123456789S', '-1S']) {
      const { code } = await grpc.client.send(oneMessage(nothing), { 'grpc-timeout': timeout });
      equal(code, 3, timeout);
    }
    deepEqual(['2H', '3M', '10S', '250m', '1500u', '2000000n', 'x'].map(timeoutMs), [
      7_200_000,
      180_000,
      10_000,
      250,
      1.5,
      2,
      Number.NaN,
    ]);
  });

  it('end when their client leaves', async () => {
    const signals: AbortSignal[] = [];
    await grpc.start(
      ({ signal }) =>
        new Promise((_, reject) => {
          signals.push(signal);
          signal.addEventListener('abort', () => reject(new Error('left')));
        }),
    );
    const stream = grpc.client.open();
    const answered = answerOf(stream);
    stream.end(framed(Buffer.alloc(100)));
    await until('the handler to be called', () => signals.length > 0);
    stream.close(constants.NGHTTP2_CANCEL);
    await answered;
    await until('the call to be over', () => grpc.server.answered.length === 1);
    equal(grpc.server.answered[0]?.code, 'client_gone');
    equal(grpc.server.serving.bodies.held(), 0);
    equal(grpc.server.serving.allPlaces.taken(), 0);
  });

  it('give their place to others when nothing comes of them', async () => {
    const asked: IncomingBody[] = [];
    await grpc.startTaking({
      admit: body => {
        asked.push(body);
        return { grow: () => undefined, arrived: () => undefined, release: () => undefined };
      },
    });
    const stream = grpc.client.open();
    const answered = answerOf(stream);
    stream.write(framed(Buffer.alloc(100)).subarray(0, 50));
    await until('the call to be admitted', () => asked.length === 1);
    const { wireBytes, isDeflated, budget } = asked[0] as IncomingBody;
    deepEqual([wireBytes, isDeflated, budget], [100, false, 'telemetry']);
    asked[0]?.breakOff();
    const { code, retrySeconds } = await answered;
    equal(code, 14);
    ok(retrySeconds !== undefined && retrySeconds >= 1);
  });

  it('are described for operators by their method', async () => {
    await grpc.startTaking();
    await grpc.client.send(oneMessage(nothing), { 'user-agent': 'test/1' });
    const [{ route, method, status, client: sender } = {}] = grpc.server.answered ?? [];
    deepEqual([route, method, status, sender], [traceExport, 'POST', 200, 'test/1']);
  });
});
