import { parentPort } from 'node:worker_threads';

export type ThreadAnswer<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown };

/** A result, and the memory that goes with it instead of being copied. */
export type Handed<Result> = { readonly result: Result; readonly transfer: readonly ArrayBuffer[] };

/** Makes this thread one of a pool: does each task that comes and answers it. */
export function serveThread<Task, Result>(
  work: (task: Task) => Promise<Handed<Result>> | Handed<Result>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('expected to be in a thread, found the main one');
  const answer = async (task: Task): Promise<void> => {
    try {
      const { result, transfer } = await work(task);
      port.postMessage({ ok: true, result } satisfies ThreadAnswer<Result>, transfer);
    } catch (error) {
      port.postMessage({ ok: false, error } satisfies ThreadAnswer<Result>);
    }
  };
  port.on('message', (task: Task) => void answer(task));
}
