import { setTimeout as pause } from 'node:timers/promises';
import type { DomainState } from '../../projections/engine/read/history.ts';
import { limits } from './config.ts';
import type { QueryShared } from './shared.ts';

type Waiting = Pick<QueryShared, 'clock'> & {
  readonly projections: Pick<QueryShared['projections'], 'state'>;
  /** Until when, in Unix ms; one that is over is not waited for. */
  readonly endMs: number;
  /** Takes a place among those that wait, and gives it back when what it returns is called. */
  readonly enter: () => () => void;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
};

/** The state once it has what is waited for, or the latest when the time is over. It has a place only while it waits. */
export async function awaitState(
  state: DomainState,
  isThere: (state: DomainState) => boolean,
  { clock, projections, endMs, enter, signal }: Waiting,
): Promise<DomainState> {
  if (endMs <= clock() || isThere(state)) return state;
  let latest = state;
  const leave = enter();
  try {
    while (!isThere(latest) && clock() < endMs) {
      await pause(limits.eventPollMs, undefined, { signal });
      latest = await projections.state({ signal });
    }
    return latest;
  } finally {
    leave();
  }
}
