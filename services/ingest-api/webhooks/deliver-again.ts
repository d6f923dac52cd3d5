import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { feed, feedOf, feedPlace } from '../../../projections/webhooks/feed.ts';
import {
  deliveryKey,
  type WebhookDeliveryRow,
  webhookDeliveries,
} from '../../../projections/webhooks/webhook-deliveries.ts';
import type { WebhookRow } from '../../../projections/webhooks/webhooks.ts';
import type { EventId, OrganizationId } from '../../../schemas/ids.ts';
import {
  type WebhookDeliveryId,
  type WebhookId,
  webhookDeliveryId,
  webhookStream,
} from '../../../schemas/webhooks/ids.ts';
import type { IngestShared } from '../shared.ts';
import { unknown, uuidOfPath } from '../uuid-of-path.ts';
import { expectWebhook, expectWebhookId } from './checks.ts';
import { webhookLimits } from './config.ts';

/** POST /v1/webhooks/:id/test: the delivery follows. */
export const testWebhook = (dependencies: IngestShared): Handler<'testWebhook'> =>
  commandEndpoint(
    {
      route: 'testWebhook',
      prepare: async ({ params }) => expectWebhookId(params),
      stream: ({ found: id }) => webhookStream(id),
      payload: async ({ found: webhookId, request: { body } }) => ({
        type: 'TestWebhook',
        data: { webhookId, ...(body?.event !== undefined && { event: body.event }) },
      }),
      respond: (outcome, { found: id }) => {
        if (outcome.type !== 'WebhookTestRequested')
          throw new Error(`expected WebhookTestRequested to answer, found ${outcome.type}`);
        const delivery = webhookDeliveryId(id, outcome.data.testId);
        return { status: 202, body: { success: true, id, delivery_id: delivery } };
      },
    },
    dependencies,
  );

/** POST /v1/webhooks/:id/deliveries/:delivery_id/retry */
export const retryWebhookDelivery = (dependencies: IngestShared): Handler<'retryWebhookDelivery'> =>
  commandEndpoint(
    {
      route: 'retryWebhookDelivery',
      prepare: async ({ params, key, signal }) => {
        const state = await dependencies.projections.state({ signal });
        const { webhookId } = expectWebhook(key.organizationId, expectWebhookId(params), state);
        const id = uuidOfPath({ id: params.delivery_id }, 'delivery') as WebhookDeliveryId;
        return expectDelivery(key.organizationId, webhookId, id, state);
      },
      stream: ({ found }) => webhookStream(found.webhookId),
      payload: async ({ found: { webhookId, causeId, sequence } }) => ({
        type: 'RetryWebhookDelivery',
        data: { webhookId, causeId, sequence },
      }),
      respond: (_, { found: { webhookId, deliveryId } }) => ({
        status: 202,
        body: { success: true, id: webhookId, delivery_id: deliveryId },
      }),
    },
    dependencies,
  );

function expectDelivery(
  organizationId: OrganizationId,
  webhook: WebhookId,
  id: WebhookDeliveryId,
  state: DomainState,
): WebhookDeliveryRow {
  const row = state.get(webhookDeliveries, deliveryKey(organizationId, webhook, id));
  if (row === undefined) throw unknown('delivery', id);
  return row;
}

/** POST /v1/webhooks/:id/replay */
export const replayWebhook = (dependencies: IngestShared): Handler<'replayWebhook'> =>
  commandEndpoint(
    {
      route: 'replayWebhook',
      prepare: async request => {
        const state = await dependencies.projections.state({ signal: request.signal });
        const row = expectWebhook(
          request.key.organizationId,
          expectWebhookId(request.params),
          state,
        );
        return { row, causeIds: causesOf(row, request, state) };
      },
      stream: ({ found: { row } }) => webhookStream(row.webhookId),
      payload: async ({ found: { row, causeIds }, request: { body } }) => ({
        type: 'ReplayWebhook',
        data: { webhookId: row.webhookId, causeIds: body.dry_run ? [] : causeIds },
      }),
      respond: (outcome, { found: { row, causeIds }, request: { body } }) => {
        // A repetition may find events that came since; those of the first request are replayed.
        const ids = outcome.type === 'WebhookReplayRequested' ? outcome.data.causeIds : causeIds;
        const { dry_run: isDry = false } = body;
        const answer = { id: row.webhookId, dry_run: isDry, count: ids.length };
        return { status: 200, body: { success: true, ...answer, event_ids: [...ids] } };
      },
    },
    dependencies,
  );

/** Events of the range that the webhook wants, in their order. */
function causesOf(
  { organizationId, webhook }: WebhookRow,
  { body }: HttpRequest<'replayWebhook'>,
  state: DomainState,
): readonly EventId[] {
  const { from: fromMs, to: toMs } = body;
  if (fromMs >= toMs) throw invalidRequest('`from` must be earlier than `to`');
  const wanted: ReadonlySet<string> = new Set(body.events ?? webhook.events);
  const { replayEventsMax: max } = webhookLimits;
  const found: EventId[] = [];
  for (const row of rowsOf(organizationId, state)) {
    if (row.recordedAtMs < fromMs || row.recordedAtMs >= toMs || !wanted.has(row.event)) continue;
    if (found.push(row.eventId) > max)
      throw invalidRequest(`the range has more than ${max} events; choose a shorter one`);
  }
  return found;
}

const pageRows = 500;

function* rowsOf(organizationId: OrganizationId, state: DomainState) {
  const prefix = feedOf(organizationId);
  for (let after = `${prefix}${feedPlace(0)}`; ; ) {
    const page = state.list(feed, { prefix, after, limit: pageRows });
    for (const { row } of page) yield row;
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) return;
    after = last.key;
  }
}
