import type { Permit } from '../../../platform/http/admission.ts';
import type { Running } from '../../../platform/lifecycle.ts';
import { openLine } from '../../../platform/shares/waiting-line.ts';
import type { AdmissionLimits } from '../config.ts';

/** A request for which there is no room. */
export type Waiting = {
  readonly organization: string;
  /** Undefined while there is no room. */
  readonly admit: () => Permit | undefined;
  /** What the client is answered when it waits in vain. */
  readonly refused: () => Error;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
};

export type WaitingRoom = Running & {
  readonly size: () => number;
  readonly sizeOf: (organization: string) => number;
  /** Throws what `refused` gives when nobody may wait any more; rejects with it after the longest wait. */
  readonly enter: (waiting: Waiting) => Promise<Permit>;
  /** Admits those for whom there is room now. */
  readonly wake: () => void;
};

type Entry = { readonly waiting: Waiting; readonly admitted: (permit: Permit) => void };

/** Requests wait here for room, their bodies unread. */
export function openWaitingRoom(limits: AdmissionLimits['waiting']): WaitingRoom {
  const line = openLine<Entry>();
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
  const wait = (waiting: Waiting): Promise<Permit> =>
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
