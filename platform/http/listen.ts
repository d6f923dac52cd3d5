import { createServer, type Server } from 'node:http';
import { type AddressInfo, type ListenOptions, Server as NetServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Running } from '../lifecycle.ts';
import type { HttpApp } from './app.ts';
import { type ServerLimits, serverLimits } from './limits.ts';

export type RunningServer = Running & { readonly url: string; readonly port: number };

export type HttpServerOptions = {
  readonly app: HttpApp;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly limits?: Partial<ServerLimits>;
  /** Told when a client begins to speak HTTP/2, as gRPC does, which is not understood here. */
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
  let stopping = false;
  const server = createServer(
    {
      requestTimeout: limits.requestTimeoutMs,
      headersTimeout: limits.headersTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
    },
    (request, response) => {
      if (stopping) response.setHeader('Connection', 'close');
      const handling = app(request, response).finally(() => inFlight.delete(handling));
      inFlight.add(handling);
    },
  );
  server.maxConnections = limits.connectionsMax;
  server.on('clientError', (error, socket: Socket) => {
    if ('code' in error && error.code === 'HPE_PAUSED_H2_UPGRADE') http2Seen();
    answerBrokenRequest(error, socket);
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

type Draining = {
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
  readonly inFlight: ReadonlySet<Promise<void>>;
};

/**
 * Whoever sends on a connection at the moment in which it is closed cannot tell whether it was heard,
 * so idle ones may ask once more first, and hear with the answer that it was the last. Then they are
 * closed again and again, since one becomes idle only with its answer. Nothing is closed before what
 * has arrived is read: a busy process comes to its timers before its sockets.
 */
async function drain(
  { server, sockets, inFlight }: Draining,
  { drainMs, politeMs, idleSweepMs }: ServerLimits,
): Promise<void> {
  // The HTTP server's own way to close begins with the idle connections.
  const closed = arrivedIsRead().then(
    () => new Promise<void>(resolve => NetServer.prototype.close.call(server, () => resolve())),
  );
  const impoliteAtMs = performance.now() + politeMs;
  const sweep = setInterval(async () => {
    if (performance.now() < impoliteAtMs) return;
    await arrivedIsRead();
    server.closeIdleConnections();
    // Node calls a connection idle only after its first answer; browsers open some that never ask.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, idleSweepMs);
  const { promise: deadline, cancel } = after(drainMs);
  const handled = closed.then(() => Promise.allSettled(inFlight));
  await Promise.race([handled, deadline]);
  server.closeAllConnections();
  // It does not listen any more; what is left of it is a timer.
  server.close();
  clearInterval(sweep);
  cancel();
}

/** Two turns: the one that it is called in may be past the sockets already. */
async function arrivedIsRead(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

function after(ms: number): { readonly promise: Promise<void>; readonly cancel: () => void } {
  let timer: NodeJS.Timeout;
  const promise = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}

const brokenStatuses: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** What is not HTTP never reaches the app. */
function answerBrokenRequest(error: Error, socket: Socket): void {
  if (!socket.writable || socket.destroyed) return;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = brokenStatuses[code] ?? '400 Bad Request';
  const body = JSON.stringify({ error: status.slice(4), code: 'invalid_http' });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** An address that means all of them is reached under one of them. */
const urlOf = (host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};
