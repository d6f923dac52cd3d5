import type { Log } from '../../../platform/log.ts';

/** Takes each attempt at something: with the fields of a line for the log when it failed, and without when it did not. */
export type FailureLog = (failure?: object) => void;

/** Logs only changes: the first failure, and that it works again. */
export function openFailureLog(
  log: Pick<Log, 'info' | 'warn'>,
  { failed, again }: { readonly failed: string; readonly again: string },
): FailureLog {
  let isFailing = false;
  return failure => {
    const changes = isFailing !== (failure !== undefined);
    isFailing = failure !== undefined;
    if (!changes) return;
    if (failure === undefined) log.info(again);
    else log.warn(failure, failed);
  };
}
