import { createServer, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions, Socket } from 'node:net';
import type { Running } from '../../lifecycle.ts';
import type { HttpApp } from '../app.ts';
import { answerBroken } from '../bodies/broken.ts';
import { type ServerLimits, serverLimits } from '../limits.ts';
import { inTurn } from '../responses/turns.ts';
import { drain } from './drain.ts';

export type RunningServer = Running & { readonly url: string; readonly port: number };

export type HttpServerOptions = {
  readonly app: HttpApp;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly limits?: Partial<ServerLimits>;
  /** Called when a client starts HTTP/2, as gRPC does, which this server does not support. */
  readonly http2Seen?: () => void;
};

/** Resolves when the port is bound. `stop` accepts nothing new and waits for what is being answered. */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningServer> {
  const { app, host, port, http2Seen } = options;
  const limits = { ...serverLimits, ...options.limits };
  const listening = await listen(app, { host, port }, limits, http2Seen);
  const bound = listening.address.port;
  return { url: urlOf(host, bound), port: bound, stop: listening.stop };
}

/** Serves an app on a TCP port or a socket file; the caller knows which. */
export async function listen(
  app: HttpApp,
  where: ListenOptions,
  limits: ServerLimits,
  http2Seen: () => void = () => undefined,
): Promise<Running & { readonly address: AddressInfo }> {
  const inFlight = new Set<Promise<void>>();
  const { handle, current } = inTurn(app, limits.pipelinedMax);
  let stopping = false;
  const server = openServer(limits, (request, response) => {
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
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await bind(server, where);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping = true;
    stopped ??= drain({ server, sockets, inFlight }, limits);
    return stopped;
  };
  return { address: server.address() as AddressInfo, stop };
}

function openServer(limits: ServerLimits, listener: RequestListener): Server {
  const server = createServer(
    {
      requestTimeout: limits.requestTimeoutMs,
      headersTimeout: limits.headersTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
      ServerResponse: NosniffResponse,
    },
    listener,
  );
  server.maxConnections = limits.connectionsMax;
  return server;
}

/** Stops browsers from guessing the content type, also in the responses that Node makes itself. */
class NosniffResponse extends ServerResponse {
  constructor(...given: ConstructorParameters<typeof ServerResponse>) {
    super(...given);
    this.setHeader('X-Content-Type-Options', 'nosniff');
  }
}

function bind(server: Server, where: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => reject(explained(error, where));
    server.once('error', failed);
    server.listen(where, () => {
      server.off('error', failed);
      resolve();
    });
  });
}

function explained(error: Error, { host, port, path }: ListenOptions): Error {
  const place = path ?? `port ${port} of ${host}`;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new Error(`${place} is used by another process`, { cause: error });
  return new Error(`cannot listen on ${place}: ${error.message}`, { cause: error });
}

/** An address that means all of them is reached under one of them. */
const urlOf = (host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};
