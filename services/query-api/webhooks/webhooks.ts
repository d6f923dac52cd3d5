import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { webhookBody } from '../../../projections/webhooks/webhook-body.ts';
import { webhookResource } from '../../../projections/webhooks/webhooks.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import { expectRow, rowsIn } from '../resource.ts';
import type { QueryShared } from '../shared.ts';

export type WebhookReads = Pick<QueryShared, 'projections'>;

/** More than an organization may have. */
const webhooksReadMax = 1_000;

/** GET /v1/webhooks: the oldest first. */
export const listWebhooks =
  ({ projections }: WebhookReads): Handler<'listWebhooks'> =>
  async ({ key, query, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const { items: webhooks, ...list } = await listOf({
      organizationId: key.organizationId,
      signal,
      state,
      query,
      ...rowsIn(webhookResource, key.organizationId),
      max: webhooksReadMax,
      order: row => row.createdAtMs,
      change: webhookBody,
    });
    const body = { webhooks, total: list.total, next_cursor: list.next };
    return { status: 200, body: bodyOf<ResponseOf<'listWebhooks'>>(body) };
  };

/** GET /v1/webhooks/:id */
export const getWebhook =
  ({ projections }: WebhookReads): Handler<'getWebhook'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs(request), signal });
    const webhook = webhookBody(expectRow(webhookResource, key.organizationId, id, state));
    return { status: 200, body: { success: true, webhook, ...webhook } };
  };
