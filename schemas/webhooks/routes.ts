import { z } from 'zod';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import {
  asOfQuery,
  cursorQuery,
  instant,
  limited,
  nextCursor,
  optionalNullable,
} from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { filled, wholeText } from '../http/text.ts';
import { restoreRoute, versionsRoute } from '../versions/routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { examples } from './examples.ts';
import { byId, events, eventType } from './parts.ts';

/** More than an organization may have. */
const webhooksListed = { maximum: 1_000, preset: 1_000 };
const nameCharactersMax = 200;
const descriptionCharactersMax = 2_000;

const webhookPath = '/v1/webhooks/:id';
const asOf = z.object(asOfQuery);
const versioned = { path: webhookPath, a: 'a webhook' } as const;
const done = z.object({ success: z.literal(true), id: z.string() });

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

/** What users set of a webhook. */
export const webhookSettings = webhookBody.pick({
  name: true,
  url: true,
  description: true,
  events: true,
  enabled: true,
});

const changedWebhook = webhookBody.extend({ success: z.literal(true), webhook: webhookBody });

const withSecret = webhookBody.extend({ secret: z.string() });

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
    response: changedWebhook,
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
    response: changedWebhook,
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
  versionsRoute('listWebhookVersions', {
    ...versioned,
    settings: webhookSettings,
    example: examples.createWebhook.response,
  }),
  restoreRoute('restoreWebhook', {
    ...versioned,
    response: changedWebhook,
    example: examples.changeWebhook.response,
  }),
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
  ...deliveryRoutes,
] as const satisfies readonly Route[];
