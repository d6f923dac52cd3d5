import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { domainCommand } from '../http/domain-routes.ts';
import { instant, json, numberWithin, paging, queryFlag } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { replayTypes } from './chunk.ts';
import { examples } from './examples.ts';

const replaysListed = { maximum: 200, preset: 50 } as const;

/** Upper case and dashes are other spellings of the same id. */
const session = z.object({
  session_id: z
    .string()
    .transform(id => id.replaceAll('-', '').toLowerCase())
    .refine(id => /^[0-9a-f]{32}$/u.test(id), 'expected 32 hexadecimal digits')
    .meta({ type: 'string', description: '32 hexadecimal digits; dashes do not count.' }),
});

const replayBody = z.object({
  session_id: z.string(),
  /** `buffer`: recorded before an error, and sent because of it. */
  type: z.enum(replayTypes),
  /** Of the first and the last event, by the clock of the browser. */
  started_at: instant,
  ended_at: instant,
  duration_ms: z.int(),
  /** Where the session began. */
  url: z.string().nullable(),
  user_id: z.string().nullable(),
  click_count: z.int(),
  keypress_count: z.int(),
  /** Bursts of clicks on one place. */
  rage_click_count: z.int(),
  /** Clicks after which nothing happened for three seconds. */
  dead_click_count: z.int(),
  segment_count: z.int(),
  /** Of all events as JSON. */
  size_bytes: z.int(),
});

const segmentBody = z.object({
  id: z.string(),
  /** As the browser counts; after a reload a number may come again with another content. */
  segment_id: z.int(),
  type: z.enum(replayTypes),
  url: z.string().nullable(),
  started_at: instant,
  ended_at: instant,
  received_at: instant,
  event_count: z.int(),
  size_bytes: z.int(),
});

const linkedSpan = z.object({
  trace_id: z.string(),
  span_id: z.string(),
  service_name: z.string(),
  operation_name: z.string(),
  time: instant,
  has_error: z.boolean(),
});

const sessionError = z.object({
  /** `span`: of a failed span that names the session; `console`: what the page wrote to its console as an error. */
  kind: z.enum(['span', 'console']),
  time: instant,
  /** Of errors of the console: the name before the colon, such as `TypeError`. */
  error_type: z.string().nullable(),
  message: z.string(),
  /** How often the page wrote it in one segment; 1 of a span. */
  count: z.int(),
  service_name: z.string().nullable(),
  trace_id: z.string().nullable(),
  span_id: z.string().nullable(),
  /** Of `GET /v1/errors/{id}`. */
  group_id: z.string().nullable(),
});

const slowRequest = z.object({
  /** When it began, by the clock of the browser. */
  at: instant,
  method: z.string(),
  url: z.string(),
  /** Null without a response. */
  status: z.int().nullable(),
  duration_ms: z.int(),
  /** From its `traceparent`. */
  trace_id: z.string().nullable(),
});

/** By the clock of the browser. */
const clickMoment = z.object({ at: instant });

const listedReplay = replayBody.extend({
  /** Failed spans that name the session, and errors of its console. */
  error_count: z.int(),
});

export type ReplayBody = z.infer<typeof replayBody>;
export type SessionError = z.infer<typeof sessionError>;
export type SlowRequestBody = z.infer<typeof slowRequest>;
export type ReplaySegment = z.infer<typeof segmentBody>;
export type LinkedSpan = z.infer<typeof linkedSpan>;

const inHeader = (header: string, what: string) =>
  z
    .string()
    .optional()
    .meta({
      description: `The same as the header \`${header}\`, one of which is needed: ${what}.`,
    });

/** Of a beacon, which has no headers. */
const sentInQuery = z.object({
  segment_id: inHeader('X-Segment-Id', 'a number from 0'),
  original_size: inHeader('X-Original-Size', 'bytes of the events as JSON'),
  replay_type: z.string().optional(),
  replay_url: z.string().optional(),
  replay_user_id: z.string().optional(),
  click_count: z.string().optional(),
  keypress_count: z.string().optional(),
});

const searchedCharactersMax = 200;
const clicksMax = 1_000_000;

const searched = z.string().min(1).max(searchedCharactersMax).optional();

const clicksAtLeast = (what: string) =>
  numberWithin({ minimum: 1, maximum: clicksMax })
    .optional()
    .meta({ type: 'integer', description: `Sessions with at least so many ${what}.` });

const read = { method: 'GET', role: 'query-api', keys: keysFor.reading, body: 'none' } as const;
const replayPath = '/api/replays/:session_id';

export const replayRoutes = [
  {
    name: 'uploadReplayChunk',
    method: 'POST',
    path: '/api/replays/:session_id/chunks',
    role: 'ingest-api',
    keys: keysFor.sending,
    // What a page shows is of no service, and a page has one key for all that it sends.
    perService: true,
    keyInQuery: true,
    cors: 'send',
    body: 'gzip',
    params: session,
    query: sentInQuery,
    response: z.object({
      success: z.literal(true),
      session_id: z.string(),
      segment_id: z.int(),
      size_bytes: z.int(),
      /** The same content of the segment was there already. */
      duplicate: z.boolean(),
      /** False: the organization keeps a share of its sessions, and this is none of them. */
      stored: z.literal(false).optional(),
    }),
    summary:
      'Stores a chunk of a recorded session; the answer comes when it is durable, or is 413 `quota_exceeded`, which recorders do not try again, without room in the plan or in the day of a public key.',
    example: examples.uploadReplayChunk,
    statuses: [200, 400, 413, 415],
  },
  {
    ...read,
    name: 'listReplays',
    path: '/api/replays',
    query: z.object({
      ...paging(replaysListed),
      from: queryInstant
        .optional()
        .meta({ description: 'Chunks received then or later; a day before `to` when absent.' }),
      to: queryInstant.optional().meta({ description: 'Chunks received before; now when absent.' }),
      user_id: z.string().optional(),
      page: z
        .string()
        .optional()
        .meta({ description: 'Sessions with a chunk whose URL has this text in it.' }),
      service: z
        .string()
        .optional()
        .meta({ description: 'Sessions that a span of this service names in `replay_id`.' }),
      has_errors: queryFlag.optional().meta({
        description:
          'Whether a span that names the session failed; with `service`, one of that service. With `service`, this, `error` or `user_attribute`, a range has at most 7 days.',
      }),
      error: searched.meta({
        description:
          'Sessions with this text, in any case, in the message or type of a failed span that names them, or of an error of their console.',
      }),
      user_attribute: searched.meta({
        description:
          'With `user_value`: sessions whose user has this attribute, as the page or a span that names them says.',
      }),
      user_value: searched.meta({ description: 'The whole value of `user_attribute`.' }),
      min_rage_clicks: clicksAtLeast('rage clicks'),
      min_dead_clicks: clicksAtLeast('dead clicks'),
    }),
    response: z.object({
      replays: z.array(listedReplay),
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
    }),
    summary: 'Lists recorded sessions, the latest first.',
    example: examples.listReplays,
    statuses: [200, 400],
  },
  {
    ...read,
    name: 'getReplay',
    path: replayPath,
    params: session,
    response: replayBody.extend({
      user_agent: z.string().nullable(),
      segments: z.array(segmentBody),
      /** Spans with the session in their attribute `replay_id`, the latest first, at most 100. */
      traces: z.array(linkedSpan),
      /** In the order of time, at most 100 of each kind. */
      errors: z.array(sessionError),
      /** Of a second or longer, in the order of time; the 100 slowest. */
      slow_requests: z.array(slowRequest),
      /** When each burst began, in the order of time: the first 100. Clicks that are counted by chunk have no instants. */
      rage_clicks: z.array(clickMoment),
      /** The first 100, in the order of time. */
      dead_clicks: z.array(clickMoment),
    }),
    summary:
      'Gives a recorded session with its segments, the spans that name it, its errors, slow requests, rage clicks and dead clicks.',
    example: examples.getReplay,
    statuses: [200, 400, 404],
  },
  {
    ...read,
    name: 'replayEvents',
    path: '/api/replays/:session_id/events',
    params: session,
    query: z.object({ cursor: z.string().optional() }),
    response: z.object({
      session_id: z.string(),
      segment_id: z.int(),
      /** Of the next page; null at the end. */
      next_cursor: z.string().nullable(),
      events: z.array(json),
    }),
    summary: 'Gives the events of a recorded session in order, a segment a page.',
    example: examples.replayEvents,
    statuses: [200, 400, 404],
  },
  {
    ...domainCommand,
    name: 'deleteReplay',
    method: 'DELETE',
    path: replayPath,
    body: 'none',
    params: session,
    response: z.object({
      success: z.literal(true),
      session_id: z.string(),
      /** Of the deletion in the audit log. */
      deletion_id: z.string(),
    }),
    summary:
      'Deletes a recorded session: it cannot be read from then on, and its chunks are gone soon after. Chunks of it that come later are answered as usual and not stored.',
    example: examples.deleteReplay,
    statuses: [200, 400, 404, 409],
  },
  {
    ...domainCommand,
    name: 'deleteReplays',
    method: 'DELETE',
    path: '/api/replays',
    body: 'none',
    query: z.object({
      user_id: z.string().min(1).max(searchedCharactersMax).meta({
        description: 'The whole user id, as the recorder sent it, or its hash where it is masked.',
      }),
    }),
    response: z.object({
      success: z.literal(true),
      user_id: z.string(),
      /** That were found when the deletion was accepted. */
      session_count: z.int(),
      /** Of the deletion in the audit log. */
      deletion_id: z.string(),
    }),
    summary:
      'Deletes every recorded session of which a chunk that was received by now names the user, with what is still sent of these sessions.',
    example: examples.deleteReplays,
    statuses: [200, 400, 409],
  },
] as const satisfies readonly Route[];
