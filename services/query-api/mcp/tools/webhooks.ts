import { z } from 'zod';
import { pageUnder } from '../page-of.ts';
import { asQuery, readTool } from '../tool.ts';
import { tableLimit } from './parts.ts';

type Delivery = { readonly attempts: readonly { readonly at: string }[] };

export const webhookTools = [
  readTool({
    name: 'list_webhooks',
    title: 'List webhooks',
    description:
      'Webhooks, the oldest first, as a table: URL, events, whether it is enabled or why it was disabled, and counts of deliveries.',
    input: z.object({ limit: tableLimit }),
    route: 'listWebhooks',
    request: given => ({ query: asQuery(given) }),
    page: () => '/webhooks',
    list: {
      field: 'webhooks',
      goesOn: 'cursor',
      total: 'total',
      columns: [
        'id',
        'name',
        'url',
        'events',
        'enabled',
        'status',
        'disabled_reason',
        'total_deliveries',
        'successful_deliveries',
        'failed_deliveries',
        'last_delivery_at',
      ],
    },
  }),
  readTool({
    name: 'list_webhook_deliveries',
    title: 'Deliveries of a webhook',
    description:
      'Deliveries of the last 30 days with each attempt, the newest first, as a table. Their status is that of now; a past instant leaves out those that had not been tried by then.',
    input: z.object({ webhook_id: z.string(), limit: tableLimit }),
    route: 'listWebhookDeliveries',
    request: ({ webhook_id: id, limit }) => ({ params: { id }, query: asQuery({ limit }) }),
    page: ({ webhook_id: id }) => pageUnder('/webhooks', id),
    list: {
      field: 'deliveries',
      goesOn: 'cursor',
      columns: ['id', 'event', 'event_id', 'sequence', 'status', 'attempts', 'next_attempt_at'],
      isKnown: ({ attempts: [first] }: Delivery, asOfMs) =>
        first !== undefined && Date.parse(first.at) <= asOfMs,
    },
    idsFrom: 'list_webhooks',
  }),
];
