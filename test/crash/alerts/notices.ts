import type { EventStore } from '../../../platform/event-store/port.ts';
import { alertRuleId, alertStream } from '../../../schemas/alerts/ids.ts';
import { channelId, deliveriesStream } from '../../../schemas/ids.ts';
import { until } from '../../support/until.ts';
import type { Breaches } from './breaches.ts';

const sentMsMax = 120_000;
const settled = new Set(['sent', 'overtaken', 'withheld']);

const alertsListed = 500;

/** Resolves with the id of the owner's channel when it was told of the end of every alert. */
export async function noticesAreSent(url: string, breaches: Breaches): Promise<string> {
  const headers = { 'X-API-Key': breaches.owner().key };
  const get = async <Body>(path: string): Promise<Body | undefined> => {
    const answer = await fetch(`${url}${path}`, { headers });
    return answer.status === 200 ? ((await answer.json()) as Body) : undefined;
  };
  type Notices = { notices: { why: string; result: string }[] };
  const isToldOf = async ({ id }: { id: string }): Promise<boolean> => {
    const told = await get<Notices>(`/v1/alerts/${id}/notices`);
    const ends = (told?.notices ?? []).filter(({ why }) => why === 'resolved');
    return ends.length > 0 && ends.every(({ result }) => settled.has(result));
  };
  const isTold = async (): Promise<boolean> => {
    const list = await get<{ alerts: { id: string }[] }>(`/v1/alerts?limit=${alertsListed}`);
    for (const alert of list?.alerts ?? []) if (!(await isToldOf(alert))) return false;
    return list !== undefined;
  };
  await until('the notices to be sent', isTold, sentMsMax);
  const found = await get<{ channels: { id: string }[] }>('/v1/channels');
  return found?.channels[0]?.id ?? '';
}

/** Each transition of an alert is in one notice, and each notice was mailed under its own id. */
export async function noticeFaults(
  breaches: Breaches,
  channel: string,
  eventStore: EventStore,
  mailed: ReadonlySet<string>,
): Promise<string[]> {
  const { told, open, notices } = await noticesOf(channel, eventStore);
  const causes = await causesOf(breaches, eventStore);
  const wrong = causes.filter(id => told.get(id) !== 1);
  const missing = [...notices].filter(id => !mailed.has(id));
  return [
    ...(wrong.length > 0
      ? [`${wrong.length} of ${causes.length} causes are not in one notice`]
      : []),
    ...(open.size > 0 ? [`${open.size} of ${notices.size} notices are not settled`] : []),
    ...(missing.length > 0 ? [`${missing.length} notices were not mailed`] : []),
  ];
}

async function noticesOf(channel: string, eventStore: EventStore) {
  const told = new Map<string, number>();
  const open = new Set<string>();
  const notices = new Set<string>();
  const count = (id: string): unknown => told.set(id, (told.get(id) ?? 0) + 1);
  for await (const { event } of eventStore.readStream(deliveriesStream(channelId(channel)))) {
    if (event.type === 'DeliverySettled') open.delete(event.data.causeId);
    if (event.type !== 'NoticePlanned' && event.type !== 'NoticeWithheld') continue;
    for (const { causeIds } of event.data.items) causeIds.forEach(count);
    if (event.type === 'NoticeWithheld') continue;
    open.add(event.id);
    notices.add(event.id);
  }
  return { told, open, notices };
}

async function causesOf(breaches: Breaches, eventStore: EventStore): Promise<string[]> {
  const ids: string[] = [];
  for (const ruleId of new Set(breaches.sent().map(breach => breach.ruleId)))
    for await (const { event } of eventStore.readStream(alertStream(alertRuleId(ruleId))))
      if (event.type === 'AlertTriggered' || event.type === 'AlertResolved') ids.push(event.id);
  return ids;
}
