import type { TargetType } from '../../../schemas/telemetry/call-target.ts';

/** The type of a callee; empty: the callee is not known. */
export type CalleeType = TargetType | 'service' | '';

/** What a batch adds to the calls of one edge in one window. Sums may be negative: what is taken back was counted before. */
export type EdgeWindow = {
  readonly organization: string;
  /** A service; empty: the caller is not known. */
  readonly caller: string;
  readonly calleeType: CalleeType;
  readonly callee: string;
  /** Start of the window in seconds since 1970. */
  readonly time: number;
  readonly n: number;
  readonly errors: number;
  /** Calls whose caller's span failed. */
  readonly callerErrors: number;
  /** Ascending, with the count of each beside it. */
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
};
