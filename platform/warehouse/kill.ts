import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Engine } from './chdb.ts';
import { ConnectionPool } from './connection-pool.ts';
import { literal } from './statements.ts';

export type Killer = {
  /** The same as `run` of the connection; the statement is killed when the signal aborts. */
  run(connection: Connection, statement: string, signal?: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
};

/** A statement that is not killed yet may not have begun: it is looked for again. */
const pauseMs = 50;
const killsQueuedMax = 64;

/**
 * Ends statements of this engine, which has no ids for them: each is known by a number in a comment
 * at its end. One that is killed ends at its next look, as with a deadline.
 */
export function openKiller(engine: Engine): Killer {
  const lanes = new ConnectionPool({
    name: 'kills',
    lanes: 1,
    queuedMax: killsQueuedMax,
    open: () => engine.connect({ async_insert: 0 }),
    close: connection => connection.close(),
  });
  let number = 0;
  /** Whether there was such a statement. */
  const kill = async (mark: string): Promise<boolean> => {
    const sql = `KILL QUERY WHERE endsWith(query, ${literal(mark)}) ASYNC`;
    const found = await lanes.use(connection => connection.run(sql));
    return found.length > 0;
  };
  return {
    run: async (connection, statement, signal) => {
      signal?.throwIfAborted();
      const mark = ` -- read ${number++}`;
      let isOver = false;
      const killIt = async (): Promise<void> => {
        while (!(isOver || (await kill(mark)))) await pause(pauseMs);
      };
      // Where it cannot be killed, it runs to its deadline.
      const abandon = (): void => void killIt().catch(() => undefined);
      signal?.addEventListener('abort', abandon, { once: true });
      try {
        return await connection.run(`${statement}${mark}`);
      } finally {
        isOver = true;
        signal?.removeEventListener('abort', abandon);
      }
    },
    close: () => lanes.close(),
  };
}
