import type { EventStore } from '../../../platform/event-store/port.ts';
import { windowSeconds, windowStart } from '../../../schemas/window.ts';
import { until } from '../../support/until.ts';
import { alertsOf, type FoundAlert } from './alerts-of.ts';
import type { Breach, Breaches } from './breaches.ts';

export type AlertVerdict = {
  readonly breaches: number;
  readonly alerts: number;
  readonly faults: readonly string[];
};

/** The rules look back a minute, so the first window that begins after it sees no spans. */
const lookBackMs = 60_000;
const windowMs = windowSeconds * 1000;
const quietMsMax = 240_000;

/** Resolves when no alert fires: the evaluator's time has passed the end of each breach. */
export async function alertsAreQuiet(url: string, breaches: Breaches): Promise<void> {
  const headers = { 'X-API-Key': breaches.owner().key };
  const isQuiet = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/v1/alerts/active`, { headers });
    return answer.status === 200 && ((await answer.json()) as { total: number }).total === 0;
  };
  // An alert that is yet to fire is not active, so the evaluator must have come past the last breach as well.
  const lastMs = Math.max(0, ...breaches.sent().flatMap(({ sentAtMs }) => sentAtMs));
  const isOver = (): boolean => Date.now() > endOf(lastMs) + 2 * windowMs;
  await until('the alerts to be resolved', async () => isOver() && (await isQuiet()), quietMsMax);
}

/** One alert for each breach, resolved with the first window that holds none of its spans. */
export async function judgeAlerts(
  breaches: Breaches,
  eventStore: EventStore,
): Promise<AlertVerdict> {
  const faults: string[] = [];
  let count = 0;
  for (const ruleId of new Set(breaches.sent().map(breach => breach.ruleId))) {
    const sent = breaches.sent().filter(breach => breach.ruleId === ruleId);
    const alerts = await alertsOf(ruleId, eventStore);
    count += alerts.length;
    faults.push(...ruleFaults(sent, alerts).map(fault => `rule ${ruleId}: ${fault}`));
  }
  const answered = breaches.sent().filter(({ isAnswered }) => isAnswered);
  return { breaches: answered.length, alerts: count, faults };
}

function ruleFaults(sent: readonly Breach[], alerts: readonly FoundAlert[]): string[] {
  const owned = new Set<FoundAlert>();
  const faults = sent.flatMap(breach => {
    const mine = alerts.filter(alert => isOf(breach, alert));
    for (const alert of mine) owned.add(alert);
    return breachFaults(breach, mine);
  });
  const others = alerts.filter(alert => !owned.has(alert));
  return [
    ...faults,
    ...others.map(alert => `expected no alert at ${instant(alert.triggeredToMs)}`),
  ];
}

function breachFaults({ sentAtMs, isAnswered }: Breach, alerts: readonly FoundAlert[]): string[] {
  if (!isAnswered) return [];
  const [firstMs = 0, lastMs = 0] = [sentAtMs[0], sentAtMs.at(-1)];
  const name = `breach at ${sentAtMs.map(instant).join()}`;
  // What got no answer may be recorded all the same, and be over before the answered request.
  const alertsMax = sentAtMs.length;
  const isOne = windowOf(lastMs) - windowOf(firstMs) <= lookBackMs;
  if (alerts.length === 0 || alerts.length > (isOne ? 1 : alertsMax))
    return [`${name}: expected one alert, found ${JSON.stringify(alerts)}`];
  const found = alerts.at(-1)?.resolvedToMs;
  if (found === endOf(lastMs)) return [];
  return [
    `${name}: expected it resolved at ${instant(endOf(lastMs))}, found ${found && instant(found)}`,
  ];
}

const isOf = ({ sentAtMs }: Breach, { triggeredToMs }: FoundAlert): boolean =>
  sentAtMs.some(atMs => triggeredToMs > windowOf(atMs) && triggeredToMs <= endOf(atMs));

const windowOf = (atMs: number): number => windowStart(Math.floor(atMs / 1000)) * 1000;

/** End of the first look-back without what ended at this instant. */
const endOf = (atMs: number): number => windowOf(atMs) + windowMs + lookBackMs;

const instant = (ms: number): string => new Date(ms).toISOString();
