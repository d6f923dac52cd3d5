import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { after } from '../../async/after.ts';
import type { ServerLimits } from '../limits.ts';

type Draining = {
  readonly server: Server | TlsServer;
  readonly sockets: ReadonlySet<Socket>;
  readonly inFlight: ReadonlySet<Promise<void>>;
};

/**
 * A client that sends while its connection is closed cannot know whether the request was received,
 * so idle connections may send one more request, whose response closes them. Then idle ones are
 * closed repeatedly, since a connection becomes idle only with its response. Nothing is closed before what
 * has arrived is read: a busy process comes to its timers before its sockets.
 */
export async function drain(
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
    // Node calls a connection idle only after its first response; browsers open some without a request.
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
