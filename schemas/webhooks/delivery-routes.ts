import { z } from 'zod';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import {
  cursorQuery,
  instant,
  limited,
  nextCursor,
  numberWithin,
  optionalNullable,
  waitSeconds,
} from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { queryInstant } from '../http/sent-instant.ts';
import { examples } from './examples.ts';
import { byId, events, eventType } from './parts.ts';
import { envelope } from './payload.ts';

const deliveriesListed = { maximum: 500, preset: 50 };
const feedListed = { maximum: 500, preset: 100 };
const deliveryPath = '/v1/webhooks/:id/deliveries/:delivery_id';
const byDelivery = z.object({ id: z.string(), delivery_id: z.string() });

const attemptBody = z.object({
  attempt: z.int(),
  at: instant,
  duration_ms: z.int(),
  /** Of the response; null when there was none. */
  status: z.int().nullable(),
  error: z.string().nullable(),
});

const deliveryBody = z.object({
  id: z.string(),
  webhook_id: z.string(),
  event: eventType,
  event_id: z.string(),
  /** Place among the deliveries of the webhook, from 1. */
  sequence: z.int(),
  status: z.enum(['delivered', 'retrying', 'failed']),
  attempts: z.array(attemptBody),
  next_attempt_at: instant.nullable(),
});

export type DeliveryBody = z.infer<typeof deliveryBody>;

/** What webhooks were sent, and the same events to be pulled. */
export const deliveryRoutes = [
  {
    ...domainRead,
    name: 'listWebhookDeliveries',
    path: '/v1/webhooks/:id/deliveries',
    params: byId,
    query: z.object({
      ...limited(deliveriesListed),
      ...cursorQuery,
      before: numberWithin({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
        .optional()
        .meta({ description: 'Only deliveries with a smaller sequence number: the next page.' }),
    }),
    response: z.object({
      deliveries: z.array(deliveryBody),
      limit: z.int(),
      next_cursor: nextCursor,
    }),
    summary: 'Lists deliveries of the last 30 days with their attempts, the newest first.',
    example: examples.listWebhookDeliveries,
    statuses: [200, 400, 404],
  },
  {
    ...domainRead,
    name: 'getWebhookDelivery',
    path: deliveryPath,
    params: byDelivery,
    response: deliveryBody.extend({
      success: z.literal(true),
      request: envelope.nullable(),
      attempts: z.array(attemptBody.extend({ response: z.string().nullable() })),
    }),
    summary:
      'Gives one delivery with every attempt, the first 4 KiB of each response, and what was sent.',
    example: examples.getWebhookDelivery,
    statuses: [200, 400, 404],
  },
  {
    ...domainCommand,
    name: 'retryWebhookDelivery',
    method: 'POST',
    path: '/v1/webhooks/:id/deliveries/:delivery_id/retry',
    params: byDelivery,
    body: 'none',
    response: z.object({ success: z.literal(true), id: z.string(), delivery_id: z.string() }),
    summary: 'Tries a delivery again now, under the same event id.',
    example: examples.retryWebhookDelivery,
    statuses: [202, 404, 409],
  },
  {
    ...domainCommand,
    name: 'replayWebhook',
    method: 'POST',
    path: '/v1/webhooks/:id/replay',
    params: byId,
    body: 'json',
    request: z.object({
      from: queryInstant,
      to: queryInstant,
      events: optionalNullable(events),
      dry_run: optionalNullable(z.boolean()),
    }),
    response: z.object({
      success: z.literal(true),
      id: z.string(),
      dry_run: z.boolean(),
      count: z.int(),
      event_ids: z.array(z.string()),
    }),
    summary:
      'Delivers the events of a time range to this webhook alone, also what came while it was disabled; at most 1,000 at once.',
    example: examples.replayWebhook,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  {
    ...domainRead,
    name: 'listEvents',
    waits: true,
    path: '/v1/events',
    query: z.object({
      ...limited(feedListed),
      after: z.string().optional().meta({ description: 'Cursor of the page before.' }),
      from: queryInstant.optional().meta({ description: 'Where to begin without a cursor.' }),
      wait: waitSeconds.meta({
        description:
          'Seconds to wait for an event when there is none; 0 when absent. More than 30 count as 30.',
      }),
    }),
    response: z.object({
      events: z.array(envelope.omit({ webhook_id: true })),
      next_cursor: z.string(),
      has_more: z.boolean(),
    }),
    summary:
      'Gives the events of the last 30 days in their order: what webhooks are sent, to be pulled.',
    example: examples.listEvents,
    statuses: [200, 400],
  },
] as const satisfies readonly Route[];
