import { z } from 'zod';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import {
  asOfQuery,
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
import { filled, wholeText } from '../http/text.ts';
import { webhookEventTypes } from './event-types.ts';
import { examples } from './examples.ts';
import { envelope } from './payload.ts';

/** More than an organization may have. */
const webhooksListed = { maximum: 1_000, preset: 1_000 };
const deliveriesListed = { maximum: 500, preset: 50 };
const feedListed = { maximum: 500, preset: 100 };
const nameCharactersMax = 200;
const descriptionCharactersMax = 2_000;

const webhookPath = '/v1/webhooks/:id';
const deliveryPath = '/v1/webhooks/:id/deliveries/:delivery_id';
const byId = z.object({ id: z.string() });
const byDelivery = z.object({ id: z.string(), delivery_id: z.string() });
const asOf = z.object(asOfQuery);
const done = z.object({ success: z.literal(true), id: z.string() });

const eventType = z.enum(webhookEventTypes, {
  error: `expected one of ${webhookEventTypes.join(', ')}`,
});
const events = z.array(eventType).min(1, 'expected at least one event type');
const name = filled(wholeText(nameCharactersMax));
const description = z.string().max(descriptionCharactersMax);
const url = z.string().meta({
  description: 'A whole URL of https, or of http to this machine, whose host may be reached.',
});

const webhookBody = z.object({
  id: z.string(),
  organization_id: z.string(),
  name: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(eventType),
  enabled: z.boolean(),
  status: z.enum(['active', 'disabled']),
  /** Why it was disabled, when Tidemark did so. */
  disabled_reason: z.enum(['gone', 'failing']).nullable(),
  total_deliveries: z.int(),
  successful_deliveries: z.int(),
  /** Deliveries that were given up. */
  failed_deliveries: z.int(),
  last_delivery_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
});

export type WebhookBody = z.infer<typeof webhookBody>;

const withSecret = webhookBody.extend({ secret: z.string() });

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

export const webhookRoutes = [
  {
    ...domainRead,
    name: 'listWebhooks',
    path: '/v1/webhooks',
    query: z.object({ ...asOfQuery, ...limited(webhooksListed), ...cursorQuery }),
    response: z.object({ webhooks: z.array(webhookBody), total: z.int(), next_cursor: nextCursor }),
    summary: 'Lists the webhooks of the organization, the oldest first.',
    example: examples.listWebhooks,
    statuses: [200, 400, 410],
  },
  {
    ...domainCommand,
    name: 'createWebhook',
    method: 'POST',
    path: '/v1/webhooks',
    body: 'json',
    request: z.object({
      name,
      url,
      events,
      description: optionalNullable(description),
      enabled: optionalNullable(z.boolean()),
    }),
    response: withSecret.extend({ success: z.literal(true), webhook: withSecret }),
    summary: 'Creates a webhook. The response alone has its secret.',
    example: examples.createWebhook,
    statuses: [201, 400, 409, 413, 415],
  },
  {
    ...domainRead,
    name: 'getWebhook',
    path: webhookPath,
    params: byId,
    query: asOf,
    response: webhookBody.extend({ success: z.literal(true), webhook: webhookBody }),
    summary: 'Gives one webhook, without its secret.',
    example: examples.getWebhook,
    statuses: [200, 400, 404, 410],
  },
  {
    ...domainCommand,
    name: 'changeWebhook',
    method: 'PUT',
    path: webhookPath,
    params: byId,
    body: 'json',
    request: z.object({
      name: optionalNullable(name),
      url: optionalNullable(url),
      events: optionalNullable(events),
      description: description.nullish(),
      enabled: optionalNullable(z.boolean()),
    }),
    response: webhookBody.extend({ success: z.literal(true), webhook: webhookBody }),
    summary: 'Changes the fields of a webhook that the body names.',
    example: examples.changeWebhook,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  {
    ...domainCommand,
    name: 'deleteWebhook',
    method: 'DELETE',
    path: webhookPath,
    params: byId,
    body: 'none',
    response: done,
    summary: 'Deletes a webhook; nothing more is sent to it.',
    example: examples.deleteWebhook,
    statuses: [200, 404, 409],
  },
  {
    ...domainCommand,
    name: 'testWebhook',
    method: 'POST',
    path: '/v1/webhooks/:id/test',
    params: byId,
    body: 'json',
    request: z.object({ event: optionalNullable(eventType) }).optional(),
    response: z.object({ success: z.literal(true), id: z.string(), delivery_id: z.string() }),
    summary: 'Delivers an example of an event with `test` true, also to a disabled webhook.',
    example: examples.testWebhook,
    statuses: [202, 400, 404, 409, 413, 415],
  },
  {
    ...domainCommand,
    name: 'rotateWebhookSecret',
    method: 'POST',
    path: '/v1/webhooks/:id/rotate-secret',
    params: byId,
    body: 'none',
    response: z.object({
      success: z.literal(true),
      id: z.string(),
      secret: z.string(),
      previous_secret_until: instant,
    }),
    summary: 'Gives the webhook another secret; deliveries carry signatures of both for 24 hours.',
    example: examples.rotateWebhookSecret,
    statuses: [200, 404, 409],
  },
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
