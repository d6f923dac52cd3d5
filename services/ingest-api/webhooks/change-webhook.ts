import { webhookSecret } from '../../../domain/webhooks/secret.ts';
import { type Accepted, commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { webhookBody } from '../../../projections/webhooks/webhook-body.ts';
import {
  changedWebhook,
  type WebhookRow,
  webhookResource,
} from '../../../projections/webhooks/webhooks.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import { previousSecretMs, type Webhook } from '../../../schemas/webhooks/webhook.ts';
import { deletion, expectRoom, idIn, inPath, readRow } from '../resource.ts';
import { restoring } from '../restoring.ts';
import type { IngestShared } from '../shared.ts';
import { expectUrl } from './checks.ts';

/** PUT /v1/webhooks/:id: what the body does not name stays. */
export const changeWebhook = (dependencies: IngestShared): Handler<'changeWebhook'> =>
  commandEndpoint(
    {
      route: 'changeWebhook',
      ...inPath(webhookResource),
      prepare: async ({ params, body }) => {
        expectUrl(body.url, dependencies.configuration.outboundAllow);
        return idIn(webhookResource, params);
      },
      payload: async ({ found, request: { body } }) => ({
        type: 'ChangeWebhook',
        data: { webhookId: found, changes: changesOf(body) },
      }),
      respond: async (outcome, { found: id, request }) => {
        const { row } = await readRow(webhookResource, id, request, dependencies);
        const body = webhookBody(rowAfter(outcome, row));
        return { status: 200, body: { success: true, webhook: body, ...body } };
      },
    },
    dependencies,
  );

/** POST /v1/webhooks/:id/restore: its secret stays the one of now. */
export const restoreWebhook = (dependencies: IngestShared): Handler<'restoreWebhook'> =>
  commandEndpoint(
    {
      route: 'restoreWebhook',
      ...restoring(
        {
          resource: webhookResource,
          check: ({ was: { organizationId, webhook }, now, state, request: { receivedAtMs } }) => {
            if (now === undefined) expectRoom(webhookResource, organizationId, state, receivedAtMs);
            expectUrl(webhook.url, dependencies.configuration.outboundAllow);
          },
          command: ({ id: webhookId, version, was: { webhook } }) => ({
            type: 'RestoreWebhook',
            data: { webhookId, version, webhook },
          }),
        },
        dependencies,
      ),
      respond: async (outcome, { found: id, request }) => {
        const { row } = await readRow(webhookResource, id, request, dependencies);
        const body = webhookBody(rowAfter(outcome, row));
        return { status: 200, body: { success: true, webhook: body, ...body } };
      },
    },
    dependencies,
  );

function changesOf({
  name,
  url,
  events,
  description,
  enabled,
}: RequestOf<'changeWebhook'>): Partial<Webhook> {
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...(description !== undefined && { description }),
    ...(enabled !== undefined && { enabled }),
  };
}

/** The webhook as the command left it, also when it was changed again since. */
const rowAfter = (outcome: Accepted, row: WebhookRow): WebhookRow =>
  outcome.type === 'WebhookChanged' ? changedWebhook(row, outcome.data.webhook, outcome.atMs) : row;

/** DELETE /v1/webhooks/:id */
export const deleteWebhook = (dependencies: IngestShared): Handler<'deleteWebhook'> =>
  commandEndpoint(
    {
      route: 'deleteWebhook',
      ...deletion(webhookResource, id => ({ type: 'DeleteWebhook', data: { webhookId: id } })),
    },
    dependencies,
  );

/** POST /v1/webhooks/:id/rotate-secret */
export const rotateWebhookSecret = (dependencies: IngestShared): Handler<'rotateWebhookSecret'> =>
  commandEndpoint(
    {
      route: 'rotateWebhookSecret',
      ...inPath(webhookResource),
      payload: async ({ found }) => ({ type: 'RotateWebhookSecret', data: { webhookId: found } }),
      respond: async (outcome, { found: id }) => {
        if (outcome.type !== 'WebhookSecretRotated')
          throw new Error(`expected WebhookSecretRotated to answer, found ${outcome.type}`);
        const mac = await dependencies.keyring.mac('webhook-secret', outcome.data.secret);
        const until = new Date(outcome.atMs + previousSecretMs).toISOString();
        const secret = webhookSecret(mac);
        return { status: 200, body: { success: true, id, secret, previous_secret_until: until } };
      },
    },
    dependencies,
  );
