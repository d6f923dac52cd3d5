import { webhookSecret } from '../../../domain/webhooks/secret.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { webhookBody } from '../../../projections/webhooks/webhook-body.ts';
import { createdWebhook, webhookResource } from '../../../projections/webhooks/webhooks.ts';
import { webhookId, webhookStream } from '../../../schemas/webhooks/ids.ts';
import { expectRoom } from '../resource.ts';
import type { IngestShared } from '../shared.ts';
import { expectUrl } from './checks.ts';

/** POST /v1/webhooks: the id of the command is that of the webhook, so a repetition creates nothing. */
export const createWebhook = (dependencies: IngestShared): Handler<'createWebhook'> =>
  commandEndpoint(
    {
      route: 'createWebhook',
      prepare: async ({ body }) => expectUrl(body.url, dependencies.configuration.outboundAllow),
      stream: ({ id }) => webhookStream(webhookId(id)),
      payload: async ({ id, request: { key, body, receivedAtMs, signal } }) => {
        const { organizationId } = key;
        const state = await dependencies.projections.state({ signal });
        expectRoom(webhookResource, organizationId, state, receivedAtMs);
        const { name, url, events, description = null, enabled = true } = body;
        const webhook = { name, url, events: [...new Set(events)], description, enabled };
        return {
          type: 'CreateWebhook',
          data: { webhookId: webhookId(id), organizationId, webhook },
        };
      },
      respond: async outcome => {
        if (outcome.type !== 'WebhookCreated')
          throw new Error(`expected WebhookCreated to answer, found ${outcome.type}`);
        const mac = await dependencies.keyring.mac('webhook-secret', outcome.data.secret);
        const body = { ...webhookBody(createdWebhook(outcome)), secret: webhookSecret(mac) };
        return { status: 201, body: { success: true, webhook: body, ...body } };
      },
    },
    dependencies,
  );
