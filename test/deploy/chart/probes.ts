import { checkTimeoutMs } from '../../../platform/http/probes.ts';
import { watchdogLimits } from '../../../platform/watchdog/limits.ts';
import type { Probe } from './manifests.ts';

type Times = Pick<Probe, 'periodSeconds' | 'timeoutSeconds' | 'failureThreshold'>;

type Values = {
  readonly probes: Readonly<Record<'startup' | 'liveness' | 'readiness', Times>>;
  readonly stopping: { readonly delaySeconds: number; readonly graceSeconds: number };
};

const { startingChecksMax, frozenChecksMax, checkMs } = watchdogLimits;

/** Milliseconds in which a process drains. */
const drainMs = 30_000;

/**
 * What is wrong with the times of probes: the watchdog in the process comes first, because it says in the log what
 * it saw; and a probe waits longer than what it waits for.
 */
export function probeTimeFaults({ probes, stopping }: Values): readonly string[] {
  const { startup, liveness, readiness } = probes;
  const { delaySeconds, graceSeconds } = stopping;
  const rules = {
    'a start is given up before the watchdog would':
      untilFailedMs(startup) >= startingChecksMax * checkMs,
    'a process is restarted before the watchdog would end it':
      untilFailedMs(liveness) > frozenChecksMax * checkMs,
    'readiness does not wait for the checks of dependencies':
      readiness.timeoutSeconds * 1000 > checkTimeoutMs,
    'a process is killed before it has drained': (graceSeconds - delaySeconds) * 1000 > drainMs,
  };
  return Object.entries(rules)
    .filter(([, holds]) => !holds)
    .map(([fault]) => fault);
}

const untilFailedMs = ({ periodSeconds, failureThreshold }: Times): number =>
  periodSeconds * failureThreshold * 1000;
