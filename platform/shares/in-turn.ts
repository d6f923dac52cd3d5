import { setMaxListeners } from 'node:events';
import { openTurns } from './turns.ts';

export type InTurnLimits = {
  /** Under way at once, in all and of one owner. */
  readonly max: number;
  readonly ownMax: number;
};

/**
 * Does work when it is its owner's turn. The signal ends the waiting alone. What waits has no limit
 * here: callers have one.
 */
export type InTurn = <Result>(
  owner: string,
  work: () => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

/** Work of which a process does only so much at once, with a share for each owner. */
export function openInTurn({ max, ownMax }: InTurnLimits): InTurn {
  const turns = openTurns({
    what: 'work',
    runningMax: max,
    ownRunningMax: ownMax,
    waitingMax: Number.POSITIVE_INFINITY,
  });
  return async (owner, work, signal) => {
    // One listener for everything that waits is no leak.
    setMaxListeners(0, signal);
    const leave = await turns.enter(owner, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
