import { setTimeout as wait } from 'node:timers/promises';
import { Unavailable } from '../../../../platform/errors.ts';
import { HttpProblem } from '../../../../platform/http/problem.ts';
import type { Log } from '../../../../platform/log.ts';
import { limits } from '../../config.ts';

/**
 * Aborts once the key of an open stream may no longer read.
 *  checkKey  rejects for a key that is revoked; reads what this process knows of keys, so it is cheap
 *  gone      aborts when the stream is over
 */
export function watchKey(
  checkKey: () => Promise<void>,
  { gone, log }: { readonly gone: AbortSignal; readonly log: Log },
): AbortSignal {
  const refused = new AbortController();
  const watch = async (): Promise<void> => {
    while (!gone.aborted && (await mayRead(checkKey, log))) await pause(gone);
    refused.abort();
  };
  void watch();
  return refused.signal;
}

async function mayRead(checkKey: () => Promise<void>, log: Log): Promise<boolean> {
  try {
    await checkKey();
    return true;
  } catch (error) {
    const isRefusal = error instanceof HttpProblem || error instanceof Unavailable;
    if (!isRefusal) log.error({ err: error }, 'key of a stream not checked');
    return false;
  }
}

const pause = (signal: AbortSignal): Promise<void> =>
  wait(limits.streamKeyCheckMs, undefined, { signal }).catch(() => undefined);
