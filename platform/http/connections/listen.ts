import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http';
import {
  createServer as createTlsServer,
  type Server as TlsServer,
  type ServerOptions as TlsServerOptions,
} from 'node:https';
import type { AddressInfo, ListenOptions, Socket } from 'node:net';
import type { Running } from '../../lifecycle.ts';
import type { ServerCertificate } from '../../tls/certificate.ts';
import type { HttpApp } from '../app.ts';
import { answerBroken } from '../bodies/broken.ts';
import { type ServerLimits, serverLimits } from '../limits.ts';
import { inTurn } from '../responses/turns.ts';
import { bind } from './bind.ts';
import { drain } from './drain.ts';

export type RunningServer = Running & { readonly url: string; readonly port: number };

export type HttpServerOptions = {
  readonly app: HttpApp;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly limits?: Partial<ServerLimits>;
  /** Speaks TLS with it. */
  readonly certificate?: ServerCertificate | undefined;
  /** Called when a client starts HTTP/2, as gRPC does, which this server does not support. */
  readonly http2Seen?: () => void;
};

/** Resolves when the port is bound. `stop` accepts nothing new and waits for what is being answered. */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningServer> {
  const { app, host, port, ...more } = options;
  const limits = { ...serverLimits, ...options.limits };
  const listening = await listen(app, { host, port }, limits, more);
  const bound = listening.address.port;
  const scheme = options.certificate === undefined ? 'http' : 'https';
  return { url: urlOf(scheme, host, bound), port: bound, stop: listening.stop };
}

/** Serves an app on a TCP port or a socket file; the caller knows which. */
export async function listen(
  app: HttpApp,
  where: ListenOptions,
  limits: ServerLimits,
  {
    http2Seen = () => undefined,
    certificate,
  }: Pick<HttpServerOptions, 'http2Seen' | 'certificate'> = {},
): Promise<Running & { readonly address: AddressInfo }> {
  const inFlight = new Set<Promise<void>>();
  const { handle, current } = inTurn(app, limits.pipelinedMax);
  let stopping = false;
  const tls = certificate && { certificate, http2Seen };
  const server = openServer(limits, tls, (request, response) => {
    if (stopping) response.setHeader('Connection', 'close');
    const handling = handle(request, response).finally(() => inFlight.delete(handling));
    inFlight.add(handling);
  });
  server.on('clientError', (error, socket: Socket) => {
    if ('code' in error && error.code === 'HPE_PAUSED_H2_UPGRADE') http2Seen();
    answerBroken(error, socket, { response: current(socket), closeMs: limits.brokenCloseMs });
  });
  // Called when no byte went either way for so long; some of a long write count.
  server.setTimeout(limits.unreadMs, (socket: Socket) => {
    const isUnread = socket.writableLength > 0;
    if (isUnread || current(socket) === undefined) socket.destroy();
  });
  const sockets = new Set<Socket>();
  const opened = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  // Within one of TLS is another, whose bytes are those of HTTP.
  server.on('connection', opened).on('secureConnection', opened);
  await bind(server, where);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping = true;
    stopped ??= drain({ server, sockets, inFlight }, limits);
    return stopped;
  };
  return { address: server.address() as AddressInfo, stop };
}

type Tls = {
  readonly certificate: ServerCertificate;
  readonly http2Seen: () => void;
};

function openServer(
  limits: ServerLimits,
  tls: Tls | undefined,
  listener: RequestListener,
): Server | TlsServer {
  const options = {
    requestTimeout: limits.requestTimeoutMs,
    headersTimeout: limits.headersTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    ServerResponse: NosniffResponse,
  };
  const server =
    tls === undefined
      ? createServer(options, listener)
      : openTlsServer(tls, { ...options, handshakeTimeout: limits.headersTimeoutMs }, listener);
  server.maxConnections = limits.connectionsMax;
  return server;
}

function openTlsServer(
  { certificate, http2Seen }: Tls,
  options: TlsServerOptions<typeof IncomingMessage, typeof NosniffResponse>,
  listener: RequestListener,
): TlsServer {
  const ALPNCallback = ({ protocols }: { readonly protocols: readonly string[] }) => {
    if (protocols.includes(http1)) return http1;
    if (protocols.includes('h2')) http2Seen();
    return undefined;
  };
  const server = createTlsServer({ ...options, ...certificate.current(), ALPNCallback }, listener);
  certificate.follow(server);
  return server;
}

const http1 = 'http/1.1';

/** Stops browsers from guessing the content type, also in the responses that Node makes itself. */
class NosniffResponse extends ServerResponse {
  constructor(...given: ConstructorParameters<typeof ServerResponse>) {
    super(...given);
    this.setHeader('X-Content-Type-Options', 'nosniff');
  }
}

/** An address that means all of them is reached under one of them. */
const urlOf = (scheme: string, host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `${scheme}://localhost:${port}`;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
};
