import { Unavailable } from '../../../platform/errors.ts';
import type { LiveProjections } from '../instance/live-projections.ts';
import type { PositionWaiters } from './position-waiters.ts';

/** How long a read waits for its projections before its client gets a retry. */
const barrierDeadlineMs = 5_000;

/** Waits until what the event store held at the call can be read. */
export function createReadYourWritesBarrier({
  head,
  folds,
  waiters,
  stopping,
}: {
  head: () => Promise<number>;
  folds: LiveProjections;
  waiters: PositionWaiters;
  stopping: AbortSignal;
}): (signal: AbortSignal) => Promise<void> {
  const waitForHead = async (signal: AbortSignal): Promise<void> => {
    const wanted = await orAborted(head(), signal);
    await waiters.until(() => (folds.reached() >= wanted ? true : undefined), signal);
  };
  return async signal => {
    const deadline = AbortSignal.timeout(barrierDeadlineMs);
    try {
      await waitForHead(AbortSignal.any([signal, deadline, stopping]));
    } catch (cause) {
      if (signal.aborted || !(deadline.aborted || stopping.aborted)) throw cause;
      throw new Unavailable('the read models have not caught up with the events yet', { cause });
    }
  };
}

function orAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
