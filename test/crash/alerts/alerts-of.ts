import type { EventStore } from '../../../platform/event-store/port.ts';
import { alertRuleId, alertStream } from '../../../schemas/alerts/ids.ts';

export type FoundAlert = {
  readonly triggeredToMs: number;
  /** Absent: it still fires. */
  resolvedToMs?: number | undefined;
  reason?: string;
};

/** The alerts of a rule by its events, oldest first: the ends of the windows that fired and resolved them. */
export async function alertsOf(ruleId: string, eventStore: EventStore): Promise<FoundAlert[]> {
  const alerts: FoundAlert[] = [];
  for await (const { event } of eventStore.readStream(alertStream(alertRuleId(ruleId)))) {
    if (event.type === 'AlertTriggered') alerts.push({ triggeredToMs: event.data.window.toMs });
    if (event.type !== 'AlertResolved') continue;
    const last = alerts.at(-1);
    if (last === undefined || last.reason !== undefined)
      throw new Error(`rule ${ruleId}: expected an alert that fires before it is resolved`);
    last.resolvedToMs = event.data.window?.toMs;
    last.reason = event.data.reason;
  }
  return alerts;
}
