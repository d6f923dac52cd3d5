import type { Http2Server, ServerHttp2Session } from 'node:http2';
import { after } from '../async/after.ts';
import type { GrpcLimits } from './limits.ts';

type Draining = {
  readonly server: Pick<Http2Server, 'close'>;
  readonly sessions: ReadonlySet<ServerHttp2Session>;
  readonly calls: ReadonlySet<Promise<void>>;
};

/**
 * Says on each connection that it takes no more calls, which lets a client send those elsewhere that were not begun, and
 * waits for the others.
 */
export async function drainCalls(
  { server, sessions, calls }: Draining,
  { drainMs }: Pick<GrpcLimits, 'drainMs'>,
): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  for (const session of sessions) session.close();
  const handled = closed.then(() => Promise.allSettled(calls));
  const { promise: deadline, cancel } = after(drainMs);
  await Promise.race([handled, deadline]);
  cancel();
  for (const session of sessions) session.destroy();
}
