import { z } from 'zod';
import { severities } from '../alerts/rule.ts';
import { instant } from '../http/parts.ts';
import { wholeText } from '../http/text.ts';
import { entityTypes, triageStatuses } from './item.ts';

export const triageItem = z.object({
  id: z.string(),
  entity_type: z.enum(entityTypes),
  /** For `alert`: the id of the alert. */
  entity_id: z.string(),
  title: z.string(),
  message: z.string(),
  severity: z.enum(severities),
  /** A snooze that is over shows as open. */
  status: z.enum(triageStatuses),
  /** '' if the cause concerns no single service. */
  service_name: z.string(),
  /** Organizations have no teams. */
  team_id: z.string().nullable(),
  team_name: z.string().nullable(),
  /** When the item was opened. */
  timestamp: instant,
  updated_at: instant,
  /** 0 to 2, by the age of an open item that nobody acknowledged. */
  escalation_level: z.int(),
  snoozed_until: instant.nullable(),
  /** When somebody first acknowledged or investigated the item. */
  acknowledged_at: instant.nullable(),
  resolved_at: instant.nullable(),
  resolved_by: z.enum(['user', 'cause']).nullable(),
});

export type TriageItemBody = z.infer<typeof triageItem>;

/** One event of an item; the end of a snooze is no event. */
export const triageHistoryEntry = z.object({
  at: instant,
  event: z.enum(['opened', 'acknowledged', 'investigating', 'snoozed', 'resolved']),
  actor: z.string(),
  note: z.string().nullable(),
  snoozed_until: instant.nullable(),
});

const noteCharactersMax = 2_000;

export const note = wholeText(noteCharactersMax);
