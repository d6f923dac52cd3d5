import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { webhookBody } from '../../../projections/webhooks/webhook-body.ts';
import {
  webhooks as rows,
  type WebhookRow,
  webhookKey,
} from '../../../projections/webhooks/webhooks.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { webhookId } from '../../../schemas/webhooks/ids.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
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
      projection: rows,
      prefix: webhookKey(key.organizationId, ''),
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
    const webhook = webhookBody(expectWebhook(key.organizationId, id, state));
    return { status: 200, body: { success: true, webhook, ...webhook } };
  };

export function expectWebhook(
  organizationId: OrganizationId,
  id: string,
  state: DomainState,
): WebhookRow {
  const row = state.get(rows, webhookKey(organizationId, webhookId(id.toLowerCase())));
  if (row === undefined) throw notFound(`there is no webhook ${id}`);
  return row;
}
