import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { envelopeOf } from '../../../projections/webhooks/envelope.ts';
import { feed, feedKey } from '../../../projections/webhooks/feed.ts';
import {
  deliveriesOf,
  deliveryKey,
  deliveryPlace,
  type WebhookDeliveryRow,
  webhookDeliveries,
} from '../../../projections/webhooks/webhook-deliveries.ts';
import { webhookResource } from '../../../projections/webhooks/webhooks.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { DeliveryBody } from '../../../schemas/webhooks/delivery-routes.ts';
import type { WebhookAttempt } from '../../../schemas/webhooks/events.ts';
import { attemptSampleId, type WebhookDeliveryId } from '../../../schemas/webhooks/ids.ts';
import { inLane, turnOf } from '../bounds/in-turns.ts';
import { fromCursor, toCursor } from '../bounds/list-cursor.ts';
import { rowsOf } from '../bounds/rows.ts';
import { bodyOf, writeItems } from '../bounds/written.ts';
import { limits } from '../config.ts';
import { expectRow } from '../resource.ts';
import type { QueryShared } from '../shared.ts';
import { readExcerpts } from './excerpts.ts';
import type { WebhookReads } from './webhooks.ts';

type DeliveryReads = WebhookReads & Pick<QueryShared, 'keyring' | 'warehouse' | 'publicUrl'>;

/** GET /v1/webhooks/:id/deliveries: the newest first. */
export const listWebhookDeliveries =
  ({ projections }: WebhookReads): Handler<'listWebhookDeliveries'> =>
  async ({ key: { organizationId }, params, query, signal }) => {
    const state = await projections.state({ signal });
    const { webhookId } = expectRow(webhookResource, organizationId, params.id, state);
    const { limit, cursor } = query;
    const prefix = deliveriesOf(organizationId, webhookId);
    const before = cursor === undefined ? query.before : fromCursor(cursor).order;
    const after = before === undefined ? {} : { after: `${prefix}${deliveryPlace(before)}` };
    const turn = turnOf(organizationId, signal);
    const found = rowsOf(state, webhookDeliveries, { prefix, max: limit + 1, ...after }, turn);
    const options = { turn, limit, bytesMax: limits.listBytesMax };
    const { last, isCut, ...deliveries } = await inLane(organizationId, signal, () =>
      writeItems(found, deliveryBody, options),
    );
    const next =
      isCut && last !== undefined ? toCursor({ order: last.sequence, key: last.deliveryId }) : null;
    const body = { deliveries, limit, next_cursor: next };
    return { status: 200, body: bodyOf<ResponseOf<'listWebhookDeliveries'>>(body) };
  };

/** GET /v1/webhooks/:id/deliveries/:delivery_id: with what was sent, as long as it is kept. */
export const getWebhookDelivery =
  ({ projections, keyring, warehouse, publicUrl }: DeliveryReads): Handler<'getWebhookDelivery'> =>
  async ({ key: { organizationId }, params, signal }) => {
    const state = await projections.state({ signal });
    const { webhookId } = expectRow(webhookResource, organizationId, params.id, state);
    const id = params.delivery_id.toLowerCase() as WebhookDeliveryId;
    const row = state.get(webhookDeliveries, deliveryKey(organizationId, webhookId, id));
    if (row === undefined) throw notFound(`there is no delivery ${params.delivery_id}`);
    const event = state.get(feed, feedKey(organizationId, row.causeId));
    const reads = { projections, keyring, publicUrl };
    const sent = event && (await envelopeOf(event, state, reads, signal));
    const request = sent === undefined ? null : { ...sent, webhook_id: webhookId };
    const excerpts = await readExcerpts(row, { warehouse, signal });
    const attempts = row.attempts.map(attempt => ({
      ...attemptBody(attempt),
      response: excerpts.get(attemptSampleId(row.deliveryId, attempt.attempt)) ?? null,
    }));
    return { status: 200, body: { success: true, ...deliveryBody(row), attempts, request } };
  };

function deliveryBody(row: WebhookDeliveryRow): DeliveryBody {
  const last = row.attempts.at(-1);
  return {
    id: row.deliveryId,
    webhook_id: row.webhookId,
    event: row.event,
    event_id: row.causeId,
    sequence: row.sequence,
    status: last?.outcome ?? 'retrying',
    attempts: row.attempts.map(attemptBody),
    next_attempt_at: last?.nextAtMs === undefined ? null : instantOf(last.nextAtMs),
  };
}

const attemptBody = ({ attempt, atMs, durationMs, status, error }: WebhookAttempt) => ({
  attempt,
  at: instantOf(atMs),
  duration_ms: durationMs,
  status,
  error,
});

const instantOf = (ms: number): string => new Date(ms).toISOString();
