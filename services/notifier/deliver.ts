import { setTimeout as sleep } from 'node:timers/promises';
import { RevisionConflict } from '../../platform/event-store/port.ts';
import { notifierLimits } from './config.ts';
import type { NotifierDependencies } from './dependencies.ts';

type Deliver = (dependencies: Required<NotifierDependencies>, signal: AbortSignal) => Promise<void>;

/** Delivers until the signal aborts, and begins again after a failure. */
export async function keepDelivering(
  {
    now = Date.now,
    onCode = () => {},
    onAttempt = () => {},
    ...dependencies
  }: NotifierDependencies,
  signal: AbortSignal,
  deliver: Deliver,
): Promise<void> {
  const { log } = dependencies;
  while (!signal.aborted) {
    try {
      await deliver({ ...dependencies, now, onCode, onAttempt }, signal);
    } catch (error) {
      const isTaken = error instanceof RevisionConflict;
      if (isTaken) log.warn({ err: error }, 'another notifier delivers this');
      else log.error({ err: error }, 'deliveries interrupted');
      const pauseMs = isTaken ? notifierLimits.takeOverMs : notifierLimits.retryMs;
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}
