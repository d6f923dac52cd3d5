import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct } from '../../data/act.ts';
import { useRead } from '../../data/use-read.ts';
import { silenceOf } from '../../silences.ts';
import { useItem } from './use-item.ts';
import type { Alert } from './words.ts';

const hourMs = 3_600_000;

type Status = ResponseOf<'getTriageItem'>['item']['status'];

/** Why an item cannot be acknowledged; undefined when it can. */
const acknowledgeReasons: Readonly<Partial<Record<Status, string>>> = {
  acknowledged: 'It is acknowledged already.',
  investigating: 'Somebody investigates it already.',
  resolved: 'It is resolved.',
};

const snoozeReasons: Readonly<Partial<Record<Status, string>>> = {
  snoozed: 'It is snoozed already.',
  resolved: 'It is resolved.',
};

/** What can be done with the item of the inbox that the alert opened. */
export function useItemActs(alert: Alert) {
  const reading = useItem(alert);
  const item = reading.data?.body.item;
  const acknowledge = useAct('acknowledgeTriageItem');
  const snooze = useAct('snoozeTriageItem');
  const params = { id: alert.triage_item_id ?? '' };
  const missing = item === undefined ? 'Its item of the inbox is not known.' : undefined;
  return {
    item,
    reading,
    acknowledge: {
      text: 'Acknowledge',
      act: acknowledge,
      press: () => acknowledge.press({ params, body: { entity_type: 'alert' } }),
      reason: missing ?? acknowledgeReasons[item?.status ?? 'open'],
    },
    snooze: {
      text: 'Snooze for 1 h',
      act: snooze,
      press: () => snooze.press({ params, body: { entity_type: 'alert', duration: '1h' } }),
      reason: missing ?? snoozeReasons[item?.status ?? 'open'],
    },
  } as const;
}

/** Holds the notices of the rule, and of its service, for an hour. */
export function useSilence(alert: Alert) {
  const { data } = useRead('listSilences', { query: { status: 'active' }, everyMs: 60_000 });
  const silence = useAct('createSilence');
  const found = silenceOf(alert, data?.body.silences ?? []);
  const { rule_id, service_name: service } = alert;
  const body = () => ({
    rule_id,
    ...(service !== '' && { service }),
    until: new Date(Date.now() + hourMs).toISOString(),
    reason: `From the page of alert ${alert.id}`,
  });
  return {
    text: 'Silence for 1 h',
    act: silence,
    press: () => silence.press({ body: body() }),
    reason: found === undefined ? undefined : 'A silence holds its notices already.',
    until: found?.until,
  } as const;
}
