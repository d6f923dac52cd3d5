import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted } from '../../../platform/async/until-aborted.ts';
import type { Configuration } from '../../../platform/config/config.ts';
import { type Ownership, startOwner } from '../../../platform/consumers/ownership.ts';
import type { Running } from '../../../platform/lifecycle.ts';
import type { Metrics } from '../../../platform/metrics/registry.ts';
import { everyAddress } from '../../../platform/outbound/address-policy.ts';
import { openOutbound } from '../../../platform/outbound/request.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { canaryOrganization } from '../../../schemas/ids.ts';
import { owners } from '../../../schemas/topics.ts';
import { limits } from '../config.ts';
import { type Deadman, noDeadman, openDeadman } from './deadman.ts';
import { openCanaryFigures } from './figures.ts';
import { type CanaryDependencies, CanaryFlight } from './flight.ts';

export type CanaryOptions = Omit<CanaryDependencies, 'figures' | 'deadman' | 'topicLog'> & {
  readonly topicLog: TopicLog;
  readonly metrics: Metrics;
  readonly configuration: Pick<Configuration, 'canary' | 'deadmanUrl'>;
};

/**
 * Sends a small trace every few seconds on the way of telemetry, reads it back, and calls the dead man's switch. One of
 * several monitors does it. Does nothing where it is not set.
 */
export async function startCanary(options: CanaryOptions): Promise<Running> {
  if (!options.configuration.canary) return { stop: async () => undefined };
  const figures = openCanaryFigures(options.metrics);
  // The URL is the operator's, who may well have the service on a private network.
  const outbound = openOutbound({ allow: everyAddress });
  const { deadmanUrl: url } = options.configuration;
  const deadman = url === undefined ? noDeadman : openDeadman({ ...options, url, outbound });
  const owner = await startOwner({
    ...owners.canary,
    ...options,
    work: owned => fly(owned, new CanaryFlight({ ...options, figures, deadman }), deadman),
  });
  return {
    stop: async () => {
      await owner.stop();
      await outbound.close();
    },
  };
}

/** Each does not wait for the others: a read or a call that hangs delays no trace. */
async function fly(
  { owns, signal: owned }: Ownership,
  flight: CanaryFlight,
  deadman: Deadman,
): Promise<void> {
  if (!owns(canaryOrganization)) return untilAborted(owned);
  const over = new AbortController();
  const signal = AbortSignal.any([owned, over.signal]);
  const steps = [
    () => flight.sendIfDue(),
    () => flight.readBack(signal),
    () => deadman.callIfDue(signal),
  ];
  const ends = steps.map(step => again(step, signal).finally(() => over.abort()));
  const failed = (await Promise.allSettled(ends)).find(({ status }) => status === 'rejected');
  if (!owned.aborted && failed?.status === 'rejected') throw failed.reason;
}

async function again(step: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await step();
    await sleep(limits.canary.lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}
