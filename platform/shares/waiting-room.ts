import type { Running } from '../lifecycle.ts';
import { openLine } from './waiting-line.ts';

export type WaitingLimits = {
  readonly waitMsMax: number;
  readonly requestsMax: number;
  readonly requestsPerOrganizationMax: number;
  /** Organizations in a row for which there is no room before the others are not tried either. */
  readonly refusalsMax: number;
  readonly wakeEveryMs: number;
};

/** A request for which there is no room. */
export type Waiting<Permit> = {
  readonly organization: string;
  /** Undefined while there is no room. */
  readonly admit: () => Permit | undefined;
  /** What the client is answered when it waits in vain. */
  readonly refused: () => Error;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
};

export type WaitingRoom<Permit> = Running & {
  readonly size: () => number;
  readonly sizeOf: (organization: string) => number;
  /** Throws what `refused` gives when nobody may wait any more; rejects with it after the longest wait. */
  readonly enter: (waiting: Waiting<Permit>) => Promise<Permit>;
  /** Admits those for whom there is room now. */
  readonly wake: () => void;
};

type Entry<Permit> = {
  readonly waiting: Waiting<Permit>;
  readonly admitted: (permit: Permit) => void;
};

/** Requests wait here for room. */
export function openWaitingRoom<Permit>(limits: WaitingLimits): WaitingRoom<Permit> {
  const line = openLine<Entry<Permit>>();
  let isWaking = false;
  const wake = (): void => {
    // To admit one lets expired reservations go, which wakes again.
    if (isWaking) return;
    isWaking = true;
    line.serve(({ waiting, admitted }) => {
      const permit = waiting.admit();
      if (permit !== undefined) admitted(permit);
      return permit !== undefined;
    }, limits.refusalsMax);
    isWaking = false;
  };
  // Nothing reports that a reservation expired or that the processor went on.
  const timer = createTimer(limits.wakeEveryMs, () => {
    wake();
    if (line.size() === 0) timer.stop();
  });
  const hasRoomFor = (organization: string): boolean =>
    line.size() < limits.requestsMax &&
    line.sizeOf(organization) < limits.requestsPerOrganizationMax;
  const wait = (waiting: Waiting<Permit>): Promise<Permit> =>
    new Promise((resolve, reject) => {
      const { organization, signal } = waiting;
      const ended = (): void => {
        clearTimeout(deadline);
        signal.removeEventListener('abort', left);
      };
      const entry = {
        waiting,
        admitted: (permit: Permit) => {
          ended();
          resolve(permit);
        },
      };
      const leave = (): void => {
        ended();
        line.remove(organization, entry);
      };
      const left = (): void => {
        leave();
        reject(signal.reason);
      };
      const tooLong = (): void => {
        leave();
        reject(waiting.refused());
      };
      const deadline = setTimeout(tooLong, limits.waitMsMax);
      signal.addEventListener('abort', left);
      line.add(organization, entry);
      timer.start();
    });
  return {
    size: line.size,
    sizeOf: line.sizeOf,
    enter: waiting => {
      if (waiting.signal.aborted) throw waiting.signal.reason;
      if (!hasRoomFor(waiting.organization)) throw waiting.refused();
      return wait(waiting);
    },
    wake,
    stop: async () => timer.stop(),
  };
}

/** Runs while somebody waits. */
function createTimer(everyMs: number, run: () => void) {
  let running: NodeJS.Timeout | undefined;
  return {
    start: (): void => {
      running ??= setInterval(run, everyMs).unref();
    },
    stop: (): void => {
      clearInterval(running);
      running = undefined;
    },
  };
}
