import type { Log } from '../../../platform/log.ts';
import type { Metrics } from '../../../platform/metrics/registry.ts';
import type { Outbound } from '../../../platform/outbound/request.ts';
import { canaryOrganization } from '../../../schemas/ids.ts';
import { limits } from '../config.ts';
import { openFailureLog } from './failure-log.ts';

/** The dead man's switch: a service outside that alarms when it is not called any more. */
export type Deadman = {
  /** A canary came back, with each of its spans once. */
  readonly whole: () => void;
  /** Calls it if one came back, long enough after the last call. Rejects only when the signal aborts. */
  readonly callIfDue: (signal: AbortSignal) => Promise<void>;
};

export const noDeadman: Deadman = { whole: () => undefined, callIfDue: async () => undefined };

type Options = {
  readonly url: string;
  readonly outbound: Pick<Outbound, 'inTurn'>;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: () => number;
};

export function openDeadman({ url, outbound, log, metrics, clock }: Options): Deadman {
  const calls = metrics.counter('tidemark_deadman_calls_total');
  const ended = openFailureLog(log, {
    failed: "dead man's switch not called, trying again",
    again: "dead man's switch called again",
  });
  let isDue = false;
  let calledMs = Number.NEGATIVE_INFINITY;
  return {
    whole: () => {
      isDue = clock() - calledMs >= limits.deadman.everyMs;
    },
    callIfDue: async signal => {
      if (!isDue) return;
      isDue = false;
      calledMs = clock();
      try {
        await call(url, outbound, signal);
        ended();
        calls.add(1, { outcome: 'done' });
      } catch (error) {
        signal.throwIfAborted();
        ended({ err: error });
        calls.add(1, { outcome: 'failed' });
      }
    },
  };
}

/** A redirect is a failure: nobody but the operator says what is called. */
async function call(
  url: string,
  outbound: Pick<Outbound, 'inTurn'>,
  signal: AbortSignal,
): Promise<void> {
  const { callMsMax: timeoutMs, bodyBytesMax } = limits.deadman;
  const headers = { 'user-agent': 'Tidemark' };
  const request = { url, method: 'GET', headers, timeoutMs, bodyBytesMax, signal };
  const sender = { organizationId: canaryOrganization, signal };
  const { status } = await outbound.inTurn(sender, send => send(request));
  if (status < 200 || status > 299)
    throw new Error(`expected a status from 200 to 299, found ${status}`);
}
