import { equal, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { grpcLimits } from '../../../platform/grpc/limits.ts';
import { startGrpcServer } from '../../../platform/grpc/listen.ts';
import { oneMessage } from '../../support/grpc.ts';
import { grpcApps, takesAll } from '../../support/grpc-app.ts';
import { until } from '../../support/until.ts';

const nothing = Buffer.alloc(0);

describe('connections of gRPC', () => {
  const grpc = grpcApps();

  it('have a limit of calls at once, which clients learn', async () => {
    await grpc.startTaking();
    await grpc.client.send(oneMessage(nothing));
    equal(
      grpc.client.session.remoteSettings.maxConcurrentStreams,
      grpcLimits.callsPerConnectionMax,
    );
    equal(grpc.client.session.remoteSettings.initialWindowSize, grpcLimits.callWindowBytes);
  });

  it('have a limit of headers', async () => {
    await grpc.startTaking();
    // The limit holds once the client knows of it.
    await grpc.client.send(oneMessage(nothing));
    const sent = await grpc.client.send(oneMessage(nothing), { long: 'x'.repeat(20_000) });
    equal(sent.code, undefined);
    ok(sent.rstCode !== 0);
    const many = Object.fromEntries(
      Array.from({ length: grpcLimits.headersMax }, (_, index) => [`h${index}`, '']),
    );
    equal((await grpc.client.send(oneMessage(nothing), many)).code, undefined);
    equal((await grpc.client.send(oneMessage(nothing))).code, 0);
  });

  it('end when nothing comes over them', async () => {
    await grpc.startTaking({ grpc: { idleMs: 30 } });
    await once(grpc.client.session, 'close');
  });

  it('end when they do not speak HTTP/2', async () => {
    await grpc.startTaking();
    const socket = connect(grpc.server.port ?? 0, '127.0.0.1', () =>
      socket.resume().write('POST /v1/traces HTTP/1.1\r\nHost: here\r\n\r\n'),
    );
    await once(socket, 'close');
    equal((await grpc.client.send(oneMessage(nothing))).code, 0);
  });

  it('are finished before the server stops, which takes no new ones', async () => {
    let finish = (): void => undefined;
    await grpc.start(async request => {
      await new Promise<void>(resolve => {
        finish = resolve;
      });
      return takesAll(request);
    });
    const port = grpc.server.port ?? 0;
    const answered = grpc.client.send(oneMessage(nothing));
    await until('the call to be served', () => grpc.server.serving.places.taken() === 1);
    const stopped = grpc.server.stop();
    await once(grpc.client.session, 'goaway');
    finish();
    equal((await answered).code, 0);
    await stopped;
    const other = connectHttp2(`http://127.0.0.1:${port}`);
    const [error] = await once(other, 'error');
    equal((error as NodeJS.ErrnoException).code, 'ECONNREFUSED');
  });

  it('end when the server does not want to wait for their calls any more', async () => {
    await grpc.start(() => new Promise(() => undefined), { grpc: { drainMs: 30 } });
    const answered = grpc.client.send(oneMessage(nothing));
    await until('the call to be served', () => grpc.server.serving.places.taken() === 1);
    await grpc.server.stop();
    equal((await answered).code, undefined);
  });

  it('need a port that nobody has', async () => {
    const { port } = await grpc.startTaking();
    await rejects(
      startGrpcServer({ app: async () => undefined, host: '127.0.0.1', port }),
      new RegExp(`port ${port} of 127\\.0\\.0\\.1 is used by another process`),
    );
  });
});
