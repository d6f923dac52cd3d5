import { once } from 'node:events';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  createServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { traceExport } from '../support/grpc.ts';

/** A call of the export of traces. */
export type RelayedCall = {
  readonly encoding: string | undefined;
  readonly timeout: string | undefined;
  /** What the server answered; undefined until then, and if the client left before. */
  code?: string;
  isOver: boolean;
};

export type GrpcRelay = {
  readonly port: number;
  readonly calls: readonly RelayedCall[];
  readonly stop: () => Promise<void>;
};

export type RelayOptions = {
  /** Of the server behind it. */
  readonly grpcPort: number;
  /** Shortens the deadline of the first call of each method, as gateways with a limit of their own do. */
  readonly firstTimeout?: string;
};

/** Stands between a client and Tidemark, hands on every frame, and notes what it sees of exports. */
export async function startGrpcRelay(options: RelayOptions): Promise<GrpcRelay> {
  const calls: RelayedCall[] = [];
  /** Of the methods that were called before. */
  const paths = new Set<string>();
  const sessions = new Set<Http2Session>();
  const relay = createServer();
  relay.on('sessionError', () => undefined);
  relay.on('session', session => {
    const upstream = connect(`http://127.0.0.1:${options.grpcPort}`);
    upstream.on('error', () => session.destroy());
    session.once('close', () => upstream.destroy());
    sessions.add(session);
    session.on('stream', (stream, headers) => hand(stream, headers, upstream));
  });
  const hand = (
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    upstream: ClientHttp2Session,
  ): void => {
    const path = String(headers[':path']);
    const timeout = paths.has(path) ? undefined : options.firstTimeout;
    paths.add(path);
    const call = callOf(headers);
    if (path === traceExport) calls.push(call);
    const given = timeout === undefined ? headers : { ...headers, 'grpc-timeout': timeout };
    relayCall(stream, upstream.request(given), call);
  };
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    calls,
    stop: async () => {
      for (const session of sessions) session.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  header === undefined ? undefined : String(header);

const callOf = (headers: IncomingHttpHeaders): RelayedCall => ({
  encoding: textOf(headers['grpc-encoding']),
  timeout: textOf(headers['grpc-timeout']),
  isOver: false,
});

function relayCall(client: ServerHttp2Stream, server: ClientHttp2Stream, call: RelayedCall): void {
  let trailers: IncomingHttpHeaders = {};
  const note = (headers: IncomingHttpHeaders): void => {
    const code = textOf(headers['grpc-status']);
    if (code !== undefined) call.code = code;
  };
  client.on('error', () => undefined);
  server.on('error', () => undefined);
  client.pipe(server);
  server.on('response', (headers, flags) => {
    note(headers);
    if (client.closed) return;
    const isAll = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    client.respond(headers, isAll ? { endStream: true } : { waitForTrailers: true });
    if (!isAll) server.pipe(client);
  });
  server.on('trailers', headers => {
    note(headers);
    trailers = headers;
  });
  client.on('wantTrailers', () => client.sendTrailers(trailers));
  client.once('close', () => {
    call.isOver = true;
    server.close(client.rstCode);
  });
  server.once('close', () => {
    if (!client.writableEnded) client.close(server.rstCode);
  });
}
