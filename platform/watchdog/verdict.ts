import { watchdogLimits as limits } from './limits.ts';

/** What a look has found. */
export type Look = {
  /** Grows while the main thread lives. */
  readonly ticks: number;
  readonly isStarting: boolean;
  /** Name of a thread in the handler of a fatal signal. */
  readonly faulted: string | undefined;
};

/** Why the process is to end. */
export type Verdict =
  | { readonly kind: 'frozen'; readonly checks: number }
  | { readonly kind: 'fault'; readonly thread: string };

/**
 * Judges one look after the other. Looks are counted and not milliseconds: they stop with the process, so one that
 * was suspended has missed none.
 */
export function openJudge(): (look: Look) => Verdict | undefined {
  let ticksBefore = -1;
  let still = 0;
  let faults = 0;
  return ({ ticks, isStarting, faulted }) => {
    still = ticks === ticksBefore ? still + 1 : 0;
    ticksBefore = ticks;
    faults = faulted === undefined ? 0 : faults + 1;
    if (faulted !== undefined && faults >= limits.faultChecksMax)
      return { kind: 'fault', thread: faulted };
    const stillMax = isStarting ? limits.startingChecksMax : limits.frozenChecksMax;
    return still >= stillMax ? { kind: 'frozen', checks: still } : undefined;
  };
}

/** Bits of a mask of signals. */
const hangup = 1n << 0n;
const fatal = (1n << 5n) | (1n << 6n) | (1n << 10n);

/**
 * Whether a thread is in the handler of a fatal signal (SIGABRT, SIGBUS, SIGSEGV): the kernel blocks them meanwhile. A thread that
 * takes no signals at all blocks SIGHUP, too.
 *  status  of the thread, as `/proc` has it
 */
export function isInFatalHandler(status: string): boolean {
  const [, mask] = /^SigBlk:\s*([0-9a-f]+)$/m.exec(status) ?? [];
  const blocked = BigInt(`0x${mask ?? '0'}`);
  return (blocked & fatal) === fatal && (blocked & hangup) === 0n;
}
