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
import type { OrganizationId } from '../../../schemas/ids.ts';
import { webhookId } from '../../../schemas/webhooks/ids.ts';
import type { QueryShared } from '../shared.ts';

export type WebhookReads = Pick<QueryShared, 'projections'>;

/** More than an organization may have. */
const webhooksReadMax = 1_000;

/** GET /v1/webhooks: the oldest first. */
export const listWebhooks =
  ({ projections }: WebhookReads): Handler<'listWebhooks'> =>
  async ({ key, query, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const prefix = webhookKey(key.organizationId, '');
    const found = state.list(rows, { prefix, limit: webhooksReadMax }).map(({ row }) => row);
    const oldest = found.toSorted((left, right) => left.createdAtMs - right.createdAtMs);
    const webhooks = oldest.slice(0, query.limit).map(webhookBody);
    return { status: 200, body: { webhooks, total: found.length } };
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
