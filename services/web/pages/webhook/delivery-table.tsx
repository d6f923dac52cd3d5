import { Link } from '@tanstack/react-router';
import { RowList } from '../../shell/row-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import type { Delivery } from './deliveries-then.ts';
import { attemptText, statusText, tones } from './delivery-words.ts';
import { Retry } from './retry.tsx';

/** Deliveries with their last attempt; each opens with all of them, by `j`, `k` and Enter too. */
export const DeliveryTable = ({ deliveries }: { readonly deliveries: readonly Delivery[] }) => (
  <RowList>
    <DataTable caption="Deliveries" rows={deliveries} keyOf={({ id }) => id} columns={columns} />
  </RowList>
);

const columns: readonly Column<Delivery>[] = [
  { name: 'No.', isNumber: true, width: '56px', cell: ({ sequence }) => sequence },
  {
    name: 'Event',
    cell: ({ id, event }) => (
      <Link
        to="."
        search={((previous: object) => ({ ...previous, delivery: id })) as never}
        resetScroll={false}
      >
        {event}
      </Link>
    ),
  },
  {
    name: 'Status',
    cell: ({ status }) => <Badge tone={tones[status]}>{statusText(status)}</Badge>,
  },
  { name: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts.length },
  {
    name: 'Last attempt',
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last === undefined ? <Muted>none yet</Muted> : <Instant at={last.at} />;
    },
  },
  {
    name: 'Response',
    width: '35%',
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last === undefined ? null : <ForeignLine>{attemptText(last)}</ForeignLine>;
    },
  },
  {
    name: 'Again',
    cell: ({ id, webhook_id }) => <Retry webhook={webhook_id} delivery={id} />,
  },
];
