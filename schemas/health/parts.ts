import { z } from 'zod';
import { instant, jsonObject, optionalNullable, serviceName } from '../http/parts.ts';
import { sentInstant } from '../http/sent-instant.ts';
import { filled, line, wholeText } from '../http/text.ts';
import { checkMethods, checkStatuses, checkTypes } from './check.ts';

const nameCharactersMax = 200;
const secondsMax = 86_400;
const headersMax = 50;
const headerCharactersMax = 4_096;
const bodyCharactersMax = 65_536;
const textCharactersMax = 4_096;
const timeoutSecondsMax = 60;
const successesMax = 10;

export const checkName = filled(line(nameCharactersMax));

const seconds = z.int().min(10, 'expected at least 10 seconds').max(secondsMax);

/** Of a connection and not of a request (RFC 9110, 7.6.1), or set by the client itself: a request with one cannot be sent. */
const ownHeaders = [
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const headers = z
  .record(
    z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/u, 'expected the name of a header'),
    z
      .string()
      .max(headerCharactersMax)
      .regex(/^[\t\x20-\x7e\x80-\xff]*$/u, 'expected the value of a header'),
  )
  .refine(all => Object.keys(all).length <= headersMax, `expected at most ${headersMax} headers`)
  .superRefine((all, context) => {
    const own = Object.keys(all).find(name => ownHeaders.includes(name.toLowerCase()));
    if (own === undefined) return;
    const message = `${own} is set by the connection; leave it out`;
    context.addIssue({ code: 'custom', message });
  })
  .meta({
    description: `At most ${headersMax}, and none that the connection sets itself: ${ownHeaders.join(', ')}.`,
  });

const jsonPath = z.object({
  path: z
    .string()
    .max(textCharactersMax)
    .meta({ description: 'A path such as `$.checks[0].status`.' }),
  equals: z.union([z.string().max(textCharactersMax), z.number(), z.boolean(), z.null()]),
});

const ofRequests = { description: 'Of a check that sends requests, which has an `endpoint_url`.' };

const assertions = z.object({
  body_contains: optionalNullable(wholeText(textCharactersMax).min(1)),
  json_path: optionalNullable(jsonPath),
  response_time_ms: optionalNullable(
    z
      .int()
      .min(1)
      .max(timeoutSecondsMax * 1_000),
  ),
  certificate_days: optionalNullable(z.int().min(0).max(3_650)),
});

const set = {
  endpoint_url: optionalNullable(z.string()).meta({
    description:
      'A whole URL of https or http whose host may be reached; only of a check that sends requests.',
  }),
  check_method: optionalNullable(z.enum(checkMethods)),
  expected_status_code: optionalNullable(z.int().min(100).max(599)),
  check_interval_seconds: optionalNullable(seconds),
  heartbeat_interval_seconds: optionalNullable(seconds),
  timeout_seconds: optionalNullable(z.int().min(1).max(timeoutSecondsMax)).meta(ofRequests),
  recovery_successes: optionalNullable(z.int().min(1).max(successesMax)).meta({
    description: 'Successes in a row after which a failing check is healthy again.',
  }),
  enabled: optionalNullable(z.boolean()),
  alert_enabled: optionalNullable(z.boolean()).meta({
    description:
      'False: the check has a status, but causes no event and no item of the triage inbox.',
  }),
} as const;

/** An endpoint makes it a check that sends requests, and its absence one that waits for heartbeats. */
export const createdHealthCheck = z.object({
  service_name: serviceName,
  check_name: checkName,
  check_type: optionalNullable(z.enum(checkTypes)),
  ...set,
  headers: optionalNullable(headers),
  body: optionalNullable(wholeText(bodyCharactersMax)).meta(ofRequests),
  assertions: optionalNullable(assertions).meta(ofRequests),
});

const fixed = { description: 'Of the check: it cannot change.' };

/** Null takes headers, body and assertions away; elsewhere it counts as absent. */
export const changedHealthCheck = z.object({
  service_name: optionalNullable(serviceName).meta(fixed),
  check_name: optionalNullable(checkName).meta(fixed),
  check_type: optionalNullable(z.enum(checkTypes)).meta(fixed),
  ...set,
  headers: headers.nullish(),
  body: wholeText(bodyCharactersMax).nullish().meta(ofRequests),
  assertions: assertions.nullish().meta(ofRequests),
});

/** Headers and body of its request are shown to nobody. */
export const healthCheckBody = z.object({
  id: z.string(),
  service_name: z.string(),
  check_name: z.string(),
  check_type: z.enum(checkTypes),
  /** Null, as all that follows about requests, for a check that waits for heartbeats. */
  endpoint_url: z.string().nullable(),
  check_method: z.enum(checkMethods).nullable(),
  expected_status_code: z.int().nullable(),
  check_interval_seconds: z.int().nullable(),
  timeout_seconds: z.int().nullable(),
  has_headers: z.boolean(),
  has_body: z.boolean(),
  assertions: z
    .object({
      body_contains: z.string().nullable(),
      json_path: jsonPath.nullable(),
      response_time_ms: z.int().nullable(),
      certificate_days: z.int().nullable(),
    })
    .nullable(),
  /** Null for a check that sends requests. */
  heartbeat_interval_seconds: z.int().nullable(),
  recovery_successes: z.int(),
  alert_enabled: z.boolean(),
  enabled: z.boolean(),
  status: z.enum(checkStatuses),
  /** Of 30 days, without maintenance windows; 100 before the first result. */
  uptime_percentage: z.number(),
  /** The same with what had counted before a maintenance window was declared for it afterwards. */
  uptime_percentage_original: z.number(),
  last_check_at: instant.nullable(),
  last_error: z.string().nullable(),
  /** In a row; counted up to 1,000. */
  consecutive_failures: z.int(),
  created_at: instant,
  updated_at: instant,
});

export type HealthCheckBody = z.infer<typeof healthCheckBody>;

/** What users set of a check. */
export const healthCheckSettings = healthCheckBody.omit({
  id: true,
  status: true,
  uptime_percentage: true,
  uptime_percentage_original: true,
  last_check_at: true,
  last_error: true,
  consecutive_failures: true,
  created_at: true,
  updated_at: true,
});

export const resultBody = z.object({
  id: z.string(),
  /** When it was due, or when the heartbeat was received. */
  at: instant,
  kind: z.enum(['check', 'heartbeat', 'missed']),
  /** `skipped`: was due while no monitor ran. */
  outcome: z.enum(['passed', 'degraded', 'failed', 'skipped']),
  duration_ms: z.number().nullable(),
  status_code: z.int().nullable(),
  error: z.string().nullable(),
  /** Of a heartbeat. */
  metadata: jsonObject.nullable(),
  /** When it was on the topic. */
  recorded_at: instant,
});

export type ResultBody = z.infer<typeof resultBody>;

export const uptimeDayBody = z.object({
  /** In UTC. */
  day: z.iso.date(),
  /** Without maintenance windows; null: no result of that day counts, or none is kept any more. */
  uptime_percentage: z.number().nullable(),
  /** The same with what had counted before a maintenance window was declared for it afterwards. */
  uptime_percentage_original: z.number().nullable(),
  /** Results; of a check that waits for heartbeats, the uptime follows from times. */
  passed: z.int(),
  failed: z.int(),
  /** Time that heartbeats were missing, or said that the service is unhealthy; null for a check that sends requests. */
  down_seconds: z.number().nullable(),
  /** How often it began to fail. */
  outages: z.int(),
});

export type UptimeDayBody = z.infer<typeof uptimeDayBody>;

const reasonCharactersMax = 1_000;

export const declaredMaintenance = z.object({
  from: sentInstant,
  /** Not part of it. */
  to: sentInstant,
  reason: filled(wholeText(reasonCharactersMax)),
});

export const maintenanceBody = z.object({
  id: z.string(),
  from: instant,
  to: instant,
  reason: z.string(),
});

export type MaintenanceBody = z.infer<typeof maintenanceBody>;
