import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type SecureServerOptions,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { bind } from '../http/connections/bind.ts';
import type { Running } from '../lifecycle.ts';
import type { ServerCertificate } from '../tls/certificate.ts';
import type { GrpcApp } from './app.ts';
import { drainCalls } from './drain.ts';
import { type GrpcLimits, grpcLimits } from './limits.ts';

export type RunningGrpcServer = Running & { readonly port: number };

export type GrpcServerOptions = {
  readonly app: GrpcApp;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Speaks TLS with it. */
  readonly certificate?: ServerCertificate | undefined;
  readonly limits?: Partial<GrpcLimits>;
};

/** Resolves when the port is bound. `stop` accepts nothing new and waits for the calls that are being answered. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<RunningGrpcServer> {
  const { app, host, port, certificate } = options;
  const limits = { ...grpcLimits, ...options.limits };
  const calls = new Set<Promise<void>>();
  const sessions = new Set<ServerHttp2Session>();
  const server = openServer(limits, certificate);
  server.on('session', session => {
    sessions.add(session);
    const peer = session.socket.remoteAddress;
    session.once('close', () => sessions.delete(session));
    session.on('stream', (stream, headers) => {
      // Of a client that leaves, the app learns by the end of the stream.
      stream.on('error', () => undefined);
      const answering = app(stream, headers, peer).finally(() => calls.delete(answering));
      calls.add(answering);
    });
    prepare(session, limits);
  });
  await bind(server, { host, port });
  let stopped: Promise<void> | undefined;
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      stopped ??= drainCalls({ server, sessions, calls }, limits);
      return stopped;
    },
  };
}

function openServer(
  limits: GrpcLimits,
  certificate: ServerCertificate | undefined,
): Http2Server | Http2SecureServer {
  const options = {
    maxSessionMemory: limits.connectionMemoryMiB,
    maxHeaderListPairs: limits.headersMax,
    maxSettings: limits.settingsMax,
    maxOutstandingPings: limits.pingsMax,
    maxSessionInvalidFrames: limits.invalidFramesMax,
    maxSessionRejectedStreams: limits.rejectedCallsMax,
    settings: {
      enablePush: false,
      initialWindowSize: limits.callWindowBytes,
      maxConcurrentStreams: limits.callsPerConnectionMax,
      maxHeaderListSize: limits.headerBytesMax,
    },
  };
  const server =
    certificate === undefined
      ? createServer(options)
      : openTlsServer(certificate, { ...options, handshakeTimeout: limits.handshakeMsMax });
  server.maxConnections = limits.connectionsMax;
  // A client that breaks the protocol, or its connection, ends its own session.
  server.on('sessionError', () => undefined);
  return server;
}

function openTlsServer(
  certificate: ServerCertificate,
  options: SecureServerOptions,
): Http2SecureServer {
  const server = createSecureServer({ ...options, ...certificate.current() });
  certificate.follow(server);
  return server;
}

function prepare(session: ServerHttp2Session, limits: GrpcLimits): void {
  session.setLocalWindowSize(limits.connectionWindowBytes);
  session.setTimeout(limits.idleMs, () => {
    session.close();
    setTimeout(() => session.destroy(), limits.closeMs).unref();
  });
}
