import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { feed, feedOf, feedPlace } from '../../../projections/webhooks/feed.ts';
import {
  deliveryKey,
  webhookDeliveries,
} from '../../../projections/webhooks/webhook-deliveries.ts';
import { type WebhookRow, webhookResource } from '../../../projections/webhooks/webhooks.ts';
import type { EventId, OrganizationId } from '../../../schemas/ids.ts';
import {
  type WebhookDeliveryId,
  type WebhookId,
  webhookDeliveryId,
  webhookStream,
} from '../../../schemas/webhooks/ids.ts';
import { type Asking, expectRow, idIn, inPath, readRow } from '../resource.ts';
import type { IngestShared } from '../shared.ts';
import { webhookLimits } from './config.ts';

/** POST /v1/webhooks/:id/test: the delivery follows. */
export const testWebhook = (dependencies: IngestShared): Handler<'testWebhook'> =>
  commandEndpoint(
    {
      route: 'testWebhook',
      ...inPath(webhookResource),
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
      prepare: async request => {
        const { params, key } = request;
        const { row, state } = await readWebhook(request, dependencies);
        const id = idIn(delivery, { id: params.delivery_id });
        return expectRow(deliveryOf(row.webhookId), key.organizationId, id, state);
      },
      stream: ({ found }) => webhookStream(found.webhookId),
      payload: async ({ found: { webhookId, causeId, sequence, event } }) => ({
        type: 'RetryWebhookDelivery',
        data: { webhookId, causeId, sequence, event },
      }),
      respond: (_, { found: { webhookId, deliveryId } }) => ({
        status: 202,
        body: { success: true, id: webhookId, delivery_id: deliveryId },
      }),
    },
    dependencies,
  );

const readWebhook = (
  request: Asking & { readonly params: { readonly id: string } },
  dependencies: IngestShared,
) => readRow(webhookResource, idIn(webhookResource, request.params), request, dependencies);

const delivery = { name: 'delivery', id: (text: string) => text as WebhookDeliveryId };

const deliveryOf = (webhookId: WebhookId) => ({
  ...delivery,
  projection: webhookDeliveries,
  key: (organizationId: OrganizationId, id: WebhookDeliveryId) =>
    deliveryKey(organizationId, webhookId, id),
});

/** POST /v1/webhooks/:id/replay */
export const replayWebhook = (dependencies: IngestShared): Handler<'replayWebhook'> =>
  commandEndpoint(
    {
      route: 'replayWebhook',
      prepare: async request => {
        const { row, state } = await readWebhook(request, dependencies);
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
