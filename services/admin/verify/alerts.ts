import { HistoryForgotten } from '../../../platform/errors.ts';
import type { EventOf } from '../../../schemas/events/event.ts';
import { adminLimits } from '../config.ts';
import type { AdminContext } from '../context.ts';
import type { Inspection } from './inspection.ts';

/** The latest alerts are what their rules give when they are computed again from what was known then. */
export const inspectAlerts: Inspection = async (context, { sinceMs, findings, tell, signal }) => {
  const alerts = await latestAlerts(context, sinceMs, signal);
  for (const [index, { organizationId, alertId }] of alerts.entries()) {
    tell(index, alerts.length);
    const proof = await context
      .proveAlert?.(organizationId, alertId, signal)
      .catch(unlessForgotten);
    if (proof === undefined) findings.skipped(1);
    else findings.checked(1);
    if (proof?.match === false)
      findings.fault(
        `the alert ${alertId} of organization ${organizationId} differs when it is computed again: ${proof.differing.join(', ')}`,
      );
  }
};

type Triggered = EventOf<'AlertTriggered'>['data'];

/** Up to the present end of the store; an empty batch says that it is reached. */
async function latestAlerts(
  { platform: { eventStore } }: AdminContext,
  sinceMs: number,
  signal: AbortSignal,
): Promise<readonly Triggered[]> {
  const latest: Triggered[] = [];
  const head = await eventStore.head();
  const ended = new AbortController();
  const types = new Set(['AlertTriggered'] as const);
  const until = AbortSignal.any([signal, ended.signal]);
  for await (const { events, position } of eventStore.subscribe({
    after: -1,
    types,
    signal: until,
  })) {
    for (const { event } of events)
      if (event.type === 'AlertTriggered' && event.atMs >= sinceMs) latest.push(event.data);
    latest.splice(0, latest.length - adminLimits.verifiedAlerts);
    if (position >= head) ended.abort();
  }
  return latest;
}

function unlessForgotten(error: unknown): undefined {
  if (!(error instanceof HistoryForgotten)) throw error;
}
