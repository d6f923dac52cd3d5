import { Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';
import type { GrpcApp } from '../../../platform/grpc/app.ts';
import { watchCall } from '../../../platform/grpc/call-end.ts';
import { grpcLimits } from '../../../platform/grpc/limits.ts';
import { startGrpcServer } from '../../../platform/grpc/listen.ts';
import { framed, openMessage } from '../../../platform/grpc/message.ts';
import { openBodies } from '../../../platform/http/bodies/body.ts';
import { traceExport } from '../../support/grpc.ts';
import { startTestGrpc, takesAll } from '../../support/grpc-app.ts';
import { liveKey, startTestApp } from '../../support/http-app.ts';

/**
 * Everything before the handler, and the answer to it: the handler itself does nothing. Of `bare` and `grpc-js`, which
 * is the package, the framing alone: without keys, admission, metrics and a log of requests.
 */
export type Framing = 'http' | 'grpc' | 'bare' | 'grpc-js';

export type FramingServer = { readonly url: string; readonly key: string };

const longest = 64 * 1024 ** 2;

const start: Readonly<Record<Framing, () => Promise<string>>> = {
  http: async () => (await startTestApp({ exportTraces: takesAll as never })).url,
  grpc: async () => `http://127.0.0.1:${(await startTestGrpc(takesAll)).port}`,
  bare: async () => {
    const bodies = openBodies(longest);
    const limits = { wireBytesMax: longest, bytesMax: longest };
    const app: GrpcApp = async (stream, headers) => {
      const timeout = headers['grpc-timeout'];
      const { end, forget } = watchCall(stream, timeout && String(timeout), grpcLimits);
      const wire = await openMessage(stream, undefined, end);
      const { release } = await bodies.read(wire, limits);
      forget();
      stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      const head = { ':status': 200, 'content-type': 'application/grpc' };
      stream.respond(head, { waitForTrailers: true });
      stream.end(framed(Buffer.alloc(0)));
      release();
    };
    const { port } = await startGrpcServer({ app, host: '127.0.0.1', port: 0 });
    return `http://127.0.0.1:${port}`;
  },
  'grpc-js': () => {
    const same = (bytes: Buffer): Buffer => bytes;
    const method = {
      path: traceExport,
      requestStream: false,
      responseStream: false,
      requestSerialize: same,
      requestDeserialize: same,
      responseSerialize: same,
      responseDeserialize: same,
    };
    const server = new Server({ 'grpc.max_receive_message_length': longest });
    server.addService({ Export: method } as ServiceDefinition, {
      Export: (_: unknown, done: (error: null, answer: Buffer) => void) =>
        done(null, Buffer.alloc(0)),
    });
    return new Promise((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
        if (error) reject(error);
        else resolve(`http://127.0.0.1:${port}`);
      });
    });
  },
};

process.once('SIGINT', () => process.exit());
process.once('message', async (framing: Framing) => {
  process.send?.({ url: await start[framing](), key: liveKey } satisfies FramingServer);
});
