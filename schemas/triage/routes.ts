import { z } from 'zod';
import { severities } from '../alerts/rule.ts';
import { keysFor } from '../api-keys/kinds.ts';
import { domainRead } from '../http/domain-routes.ts';
import { asOfQuery, cursorQuery, nextCursor, optionalNullable, paging } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { entityTypes, triageStatuses } from './item.ts';
import { note, triageHistoryEntry, triageItem } from './parts.ts';
import { snoozeDaysMax, snoozeMsOf, snoozePattern } from './snooze.ts';

const listPath = '/v1/triage-inbox';
const itemPath = '/v1/triage-inbox/:id';
const byId = z.object({ id: z.string() });

const acted = z.object({
  /** The item must have this type. */
  entity_type: optionalNullable(z.enum(entityTypes)),
  note: optionalNullable(note),
});

const action = {
  method: 'POST',
  role: 'ingest-api',
  keys: keysFor.writing,
  domain: true,
  body: 'json',
  params: byId,
  request: acted.nullish(),
  response: z.object({ success: z.literal(true), item: triageItem }),
  statuses: [200, 400, 404, 409, 413, 415],
} as const;

export const snoozeDuration = z
  .string()
  .regex(snoozePattern, 'expected a number with m, h or d, for example 4h')
  .refine(
    text => !snoozePattern.test(text) || snoozeMsOf(text) !== undefined,
    `expected at least 1m and at most ${snoozeDaysMax}d`,
  )
  .meta({ description: `From 1m to ${snoozeDaysMax}d.` });

/** A filter; an empty one counts as absent. */
const filter = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .enum([...values, ''])
    .transform(text => (text === '' ? undefined : (text as Values[number])))
    .optional();

export const triageRoutes = [
  {
    ...domainRead,
    name: 'listTriageItems',
    path: listPath,
    query: z.object({
      ...asOfQuery,
      ...paging({ maximum: 500, preset: 50 }),
      ...cursorQuery,
      /** `low` is a word of clients; no item has it. */
      severity: filter([...severities, 'low']),
      type: filter(entityTypes),
      status: filter(triageStatuses),
      team: z
        .string()
        .optional()
        .meta({ description: 'Organizations have no teams: a team lists nothing.' }),
      service: z.string().optional(),
      entity_id: z
        .string()
        .optional()
        .meta({ description: 'The alert, anomaly, error or check that an item is about.' }),
    }),
    response: z.object({
      items: z.array(triageItem),
      total_count: z.int(),
      limit: z.int(),
      offset: z.int(),
      next_cursor: nextCursor,
    }),
    summary:
      'Lists the items of the triage inbox that pass every filter, the newest first, among the newest 10,000.',
    example: examples.list,
    statuses: [200, 400, 410],
  },
  {
    ...domainRead,
    name: 'getTriageItem',
    path: itemPath,
    params: byId,
    query: z.object(asOfQuery),
    response: z.object({
      success: z.literal(true),
      item: triageItem,
      history: z.array(triageHistoryEntry),
    }),
    summary: 'Gives one item of the triage inbox with its history: at most the latest 100 entries.',
    example: examples.get,
    statuses: [200, 400, 404, 410],
  },
  {
    ...action,
    name: 'acknowledgeTriageItem',
    path: '/v1/triage-inbox/:id/acknowledge',
    summary: 'Acknowledges an item that is open or snoozed; its escalation ends.',
    example: examples.acknowledge,
  },
  {
    ...action,
    name: 'acknowledgeAlert',
    path: '/v1/alerts/:id/acknowledge',
    request: z.object({ note: acted.shape.note }).nullish(),
    summary: 'Acknowledges the triage item of an alert; a repetition changes nothing.',
    example: examples.acknowledgeAlert,
  },
  {
    ...action,
    name: 'investigateTriageItem',
    path: '/v1/triage-inbox/:id/investigate',
    summary: 'Marks an item as investigated that is open, acknowledged or snoozed.',
    example: examples.investigate,
  },
  {
    ...action,
    name: 'resolveTriageItem',
    path: '/v1/triage-inbox/:id/resolve',
    summary: 'Resolves an item. Its cause, for example an alert, is not changed.',
    example: examples.resolve,
  },
  {
    ...action,
    name: 'snoozeTriageItem',
    path: '/v1/triage-inbox/:id/snooze',
    request: acted.extend({ duration: optionalNullable(snoozeDuration) }).nullish(),
    summary:
      'Hides an item that is open, acknowledged or investigated for `duration`: minutes, hours or days, one hour if absent.',
    example: examples.snooze,
  },
] as const satisfies readonly Route[];
