import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpApp } from '../app.ts';

export type Turns = {
  readonly handle: HttpApp;
  /** The response that a connection is being given now. */
  readonly current: (socket: Socket) => ServerResponse | undefined;
};

type Line = { current: ServerResponse | undefined; readonly waiting: (() => void)[] };

/**
 * Handles the requests of a connection one after the other. Their answers must go out in order, so an
 * answer that was made before its turn would be held for a client that may never read the one before;
 * and Node does not report the end of a connection to a response that waits for its turn.
 *  pipelinedMax  a connection on which more requests wait is destroyed
 */
export function inTurn(app: HttpApp, pipelinedMax: number): Turns {
  const lines = new WeakMap<Socket, Line>();
  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = { current: undefined, waiting: [] };
    lines.set(socket, line);
    return line;
  };
  return {
    current: socket => lines.get(socket)?.current,
    handle: async (request, response) => {
      const { socket } = request;
      const line = lineOf(socket);
      if (line.waiting.length >= pipelinedMax) socket.destroy();
      const isFirst = line.current === undefined;
      if (!isFirst) await new Promise<void>(resolve => line.waiting.push(resolve));
      if (socket.destroyed) return leave(line);
      line.current = response;
      response.once('close', () => leave(line));
      await app(request, response);
    },
  };
}

/** The next one takes its place before another request can: new requests go behind waiting ones. */
function leave(line: Line): void {
  const next = line.waiting.shift();
  if (next === undefined) line.current = undefined;
  else next();
}
