import { z } from 'zod';
import { severities } from '../alerts/rule.ts';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import {
  asOfQuery,
  cursorQuery,
  instant,
  limited,
  nextCursor,
  optionalNullable,
  serviceName,
} from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { sentInstant } from '../http/sent-instant.ts';
import { filled, wholeText } from '../http/text.ts';
import { restoreRoute, versionsRoute } from '../versions/routes.ts';
import { examples } from './examples.ts';
import { cronCharactersMax } from './silence.ts';

const silencesListed = { maximum: 5_000, preset: 5_000 };
const reasonCharactersMax = 1_000;

const silencePath = '/v1/silences/:id';
const byId = z.object({ id: z.string() });
const asOf = z.object(asOfQuery);
const versioned = { path: silencePath, a: 'a silence' } as const;

export const silenceStatuses = ['scheduled', 'active', 'ended'] as const;

const reason = filled(wholeText(reasonCharactersMax));
const ruleId = z.guid().toLowerCase().meta({ description: 'An alert rule of the organization.' });
const severity = z.enum(severities);

const recurrenceBody = z.object({
  /** Minute, hour, day of month, month, day of week. */
  cron: z.string(),
  /** From each start on. */
  duration_minutes: z.int(),
  timezone: z.string(),
});

const minutesMax = 10_080;
const timezoneCharactersMax = 100;
const recurrence = z
  .object({
    cron: z.string().max(cronCharactersMax),
    duration_minutes: z.int().min(1).max(minutesMax),
    timezone: z.string().max(timezoneCharactersMax).default('UTC'),
  })
  .meta({
    description:
      '`cron` has five fields: minute, hour, day of month, month, day of week. `timezone` is a name of the IANA database.',
  });

const silenceBody = z.object({
  id: z.string(),
  /** Null: any rule, service or severity. */
  rule_id: z.string().nullable(),
  service: z.string().nullable(),
  severity: severity.nullable(),
  from: instant,
  until: instant,
  recurrence: recurrenceBody.nullable(),
  reason: z.string(),
  status: z.enum(silenceStatuses),
  /** When a user ended it early. */
  ended_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
});

export type SilenceBody = z.infer<typeof silenceBody>;

/** What users set of a silence. */
export const silenceSettings = silenceBody.omit({
  id: true,
  status: true,
  ended_at: true,
  created_at: true,
  updated_at: true,
});

export const createdSilence = z.object({
  rule_id: optionalNullable(ruleId),
  service: optionalNullable(serviceName),
  severity: optionalNullable(severity),
  from: optionalNullable(sentInstant),
  until: sentInstant,
  recurrence: optionalNullable(recurrence),
  reason,
});

/** Null takes rule, service or severity out of the scope. */
const changed = z.object({
  rule_id: ruleId.nullish(),
  service: serviceName.nullish(),
  severity: severity.nullish(),
  from: optionalNullable(sentInstant),
  until: optionalNullable(sentInstant),
  /** Null: all of the time from now on. */
  recurrence: recurrence.nullish(),
  reason: optionalNullable(reason),
});

const silence = silenceBody.extend({ success: z.literal(true) });

export const silenceRoutes = [
  {
    ...domainRead,
    name: 'listSilences',
    path: '/v1/silences',
    query: z.object({
      ...asOfQuery,
      ...limited(silencesListed),
      ...cursorQuery,
      status: z.enum(silenceStatuses).optional(),
    }),
    response: z.object({ silences: z.array(silenceBody), next_cursor: nextCursor }),
    summary: 'Lists silences, the newest first.',
    example: examples.listSilences,
    statuses: [200, 400, 410],
  },
  {
    ...domainCommand,
    name: 'createSilence',
    method: 'POST',
    path: '/v1/silences',
    body: 'json',
    request: createdSilence,
    response: silence,
    summary:
      'Holds the notices of alerts of a rule, a service or a severity, or of several of these together.',
    example: examples.createSilence,
    statuses: [201, 400, 409, 413, 415],
  },
  {
    ...domainRead,
    name: 'getSilence',
    path: silencePath,
    params: byId,
    query: asOf,
    response: silence,
    summary: 'Gives one silence.',
    example: { response: examples.createSilence.response },
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainCommand,
    name: 'changeSilence',
    method: 'PATCH',
    path: silencePath,
    params: byId,
    body: 'json',
    request: changed,
    response: silence,
    summary: 'Changes the fields of a silence that the body names.',
    example: examples.changeSilence,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  {
    ...domainCommand,
    name: 'endSilence',
    method: 'DELETE',
    path: silencePath,
    params: byId,
    body: 'none',
    response: z.object({ success: z.literal(true), id: z.string() }),
    summary: 'Ends a silence now; it stays in the list. One that has ended does not change.',
    example: examples.endSilence,
    statuses: [200, 404, 409],
  },
  versionsRoute('listSilenceVersions', {
    ...versioned,
    settings: silenceSettings,
    example: examples.createSilence.response,
  }),
  restoreRoute('restoreSilence', {
    ...versioned,
    response: silence,
    example: examples.changeSilence.response,
  }),
] as const satisfies readonly Route[];
