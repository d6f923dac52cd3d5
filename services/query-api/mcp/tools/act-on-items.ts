import { z } from 'zod';
import { note as noteText } from '../../../../schemas/triage/parts.ts';
import { snoozeDuration } from '../../../../schemas/triage/routes.ts';
import { pageUnder } from '../page-of.ts';
import { actTool } from '../tool.ts';

const item = {
  item_id: z.string().describe('As list_triage_items gives it.'),
  note: noteText.optional().describe('Kept in the history of the item.'),
};

type Item = { readonly item_id: string; readonly note?: string | undefined };

/** What every action on an item has. */
const onItem = {
  input: z.object(item),
  request: ({ item_id: id, note }: Item) => ({ params: { id }, body: { note } }),
  page: ({ item_id: id }: Item) => pageUnder('/inbox', id),
  isDestructive: false,
  isIdempotent: true,
  idsFrom: 'list_triage_items',
} as const;

export const itemActs = [
  actTool({
    name: 'acknowledge_alert',
    title: 'Acknowledge an alert',
    description:
      'Acknowledges the triage item of an alert, so its escalation ends; a repetition changes nothing.',
    input: z.object({
      alert_id: z.string().describe('As list_alerts gives it.'),
      note: item.note,
    }),
    route: 'acknowledgeAlert',
    request: ({ alert_id: id, note }) => ({ params: { id }, body: { note } }),
    page: ({ alert_id: id }) => pageUnder('/alerts', id),
    isDestructive: false,
    isIdempotent: true,
    idsFrom: 'list_alerts',
  }),
  actTool({
    ...onItem,
    name: 'acknowledge_triage_item',
    title: 'Acknowledge an item',
    description: 'Acknowledges an item of the triage inbox that is open or snoozed.',
    route: 'acknowledgeTriageItem',
  }),
  actTool({
    ...onItem,
    name: 'investigate_triage_item',
    title: 'Investigate an item',
    description: 'Marks an item of the triage inbox as investigated.',
    route: 'investigateTriageItem',
  }),
  actTool({
    ...onItem,
    name: 'resolve_triage_item',
    title: 'Resolve an item',
    description:
      'Resolves an item of the triage inbox, which cannot be opened again. Its cause, for example an alert, is not changed.',
    route: 'resolveTriageItem',
    isDestructive: true,
  }),
  actTool({
    ...onItem,
    name: 'snooze_triage_item',
    title: 'Snooze an item',
    description: 'Hides an item of the triage inbox for a time, from 1m to 30d.',
    input: z.object({
      ...item,
      duration: snoozeDuration.default('1h').describe('Minutes, hours or days: 30m, 4h, 2d.'),
    }),
    route: 'snoozeTriageItem',
    request: ({ item_id: id, note, duration }) => ({ params: { id }, body: { note, duration } }),
    isIdempotent: false,
  }),
];
