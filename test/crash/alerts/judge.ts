import type { EventStore } from '../../../platform/event-store/port.ts';
import { windowSeconds, windowStart } from '../../../schemas/window.ts';
import { until } from '../../support/until.ts';
import { alertsOf, type FoundAlert } from './alerts-of.ts';
import type { Breach, Breaches } from './breaches.ts';
import { isHeld, type Outage } from './outages.ts';

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

/** One alert for each breach, resolved with the first window that proves that none of its spans are left. */
export async function judgeAlerts(
  breaches: Breaches,
  eventStore: EventStore,
  outages: readonly Outage[],
): Promise<AlertVerdict> {
  const end = (atMs: number): number => recoveryOf(atMs, outages);
  const faults: string[] = [];
  let count = 0;
  for (const ruleId of new Set(breaches.sent().map(breach => breach.ruleId))) {
    const sent = breaches.sent().filter(breach => breach.ruleId === ruleId);
    const alerts = await alertsOf(ruleId, eventStore);
    count += alerts.length;
    faults.push(
      ...ruleFaults(joined(sent, end), alerts, end).map(fault => `rule ${ruleId}: ${fault}`),
    );
  }
  const answered = breaches.sent().filter(({ isAnswered }) => isAnswered);
  return { breaches: answered.length, alerts: count, faults };
}

/** Breaches of a rule; one that comes before an outage lets the alert of the one before it end goes on with that alert. */
function joined(sent: readonly Breach[], end: (atMs: number) => number): readonly Breach[] {
  const breaches: Breach[] = [];
  for (const breach of sent) {
    const last = breaches.at(-1);
    const recoveredMs = end(last?.sentAtMs.at(-1) ?? 0);
    if (last === undefined || windowOf(breach.sentAtMs[0] ?? 0) >= recoveredMs)
      breaches.push(breach);
    else
      breaches[breaches.length - 1] = {
        ...breach,
        sentAtMs: [...last.sentAtMs, ...breach.sentAtMs],
        isAnswered: last.isAnswered || breach.isAnswered,
      };
  }
  return breaches;
}

function ruleFaults(
  sent: readonly Breach[],
  alerts: readonly FoundAlert[],
  end: (atMs: number) => number,
): string[] {
  const owned = new Set<FoundAlert>();
  const faults = sent.flatMap(breach => {
    const mine = alerts.filter(alert => isOf(breach, alert));
    for (const alert of mine) owned.add(alert);
    return breachFaults(breach, mine, end);
  });
  const others = alerts.filter(alert => !owned.has(alert));
  return [
    ...faults,
    ...others.map(alert => `expected no alert at ${instant(alert.triggeredToMs)}`),
  ];
}

function breachFaults(
  { sentAtMs, isAnswered }: Breach,
  alerts: readonly FoundAlert[],
  end: (atMs: number) => number,
): string[] {
  if (!isAnswered) return [];
  const [firstMs = 0, lastMs = 0] = [sentAtMs[0], sentAtMs.at(-1)];
  const name = `breach at ${sentAtMs.map(instant).join()}`;
  // What got no answer may be recorded all the same, and be over before the answered request.
  const alertsMax = sentAtMs.length;
  const isOne = windowOf(lastMs) - windowOf(firstMs) <= lookBackMs;
  if (alerts.length === 0 || alerts.length > (isOne ? 1 : alertsMax))
    return [`${name}: expected one alert, found ${JSON.stringify(alerts)}`];
  const found = alerts.at(-1)?.resolvedToMs;
  if (found === end(lastMs)) return [];
  return [
    `${name}: expected it resolved at ${instant(end(lastMs))}, found ${found && instant(found)}`,
  ];
}

const isOf = ({ sentAtMs }: Breach, { triggeredToMs }: FoundAlert): boolean =>
  sentAtMs.some(atMs => triggeredToMs > windowOf(atMs) && triggeredToMs <= endOf(atMs));

const windowOf = (atMs: number): number => windowStart(Math.floor(atMs / 1000)) * 1000;

/** End of the first look-back without what ended at this instant in which enough could be received. */
function recoveryOf(atMs: number, outages: readonly Outage[]): number {
  let toMs = endOf(atMs);
  while (isHeld(outages, toMs - lookBackMs, toMs)) toMs += windowMs;
  return toMs;
}

/** End of the first look-back without what ended at this instant. */
const endOf = (atMs: number): number => windowOf(atMs) + windowMs + lookBackMs;

const instant = (ms: number): string => new Date(ms).toISOString();
