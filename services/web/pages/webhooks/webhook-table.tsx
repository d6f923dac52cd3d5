import { webhookLink } from '../../links.ts';
import { RowList } from '../../shell/row-list.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { State, type WebhookBody } from './state.tsx';
import styles from './webhooks.module.css';

/** Webhooks, each with what it is sent and how often that failed; `j`, `k` and Enter go through them. */
export const WebhookTable = ({ webhooks }: { readonly webhooks: readonly WebhookBody[] }) => (
  <RowList>
    <DataTable caption="Webhooks" rows={webhooks} keyOf={({ id }) => id} columns={columns} />
  </RowList>
);

const columns: readonly Column<WebhookBody>[] = [
  {
    name: 'Webhook',
    width: '35%',
    by: ({ name }) => name,
    cell: ({ id, name, url }) => (
      <div className={styles.what}>
        <LinkTo link={webhookLink(id)}>
          <ForeignLine>{name}</ForeignLine>
        </LinkTo>
        <ForeignLine>{url}</ForeignLine>
      </div>
    ),
  },
  { name: 'State', cell: webhook => <State webhook={webhook} /> },
  { name: 'Events', cell: ({ events }) => events.join(', ') },
  {
    name: 'Deliveries',
    isNumber: true,
    by: each => each.total_deliveries,
    cell: each => wholeText(each.total_deliveries),
  },
  {
    name: 'Given up',
    isNumber: true,
    by: each => each.failed_deliveries,
    cell: each => wholeText(each.failed_deliveries),
  },
  {
    name: 'Last delivery',
    by: each => each.last_delivery_at ?? '',
    cell: ({ last_delivery_at: at }) =>
      at === null ? <Muted>none yet</Muted> : <Instant at={at} shape="minute" />,
  },
];
