import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';

type Invoice = ResponseOf<'invoices'>['invoices'][number];

/** Four years by month. */
const limit = 50;

/** What was billed, with the page of the payment provider for each. */
export function Invoices() {
  const reading = useRead('invoices', { query: { limit } });
  return (
    <ReadPanel title="Invoices" reading={reading} height={140}>
      {({ invoices, next_cursor: more }) => (
        <>
          {invoices.length === 0 ? (
            <Muted>There are no invoices. A sandbox writes none.</Muted>
          ) : (
            <DataTable
              caption="Invoices"
              rows={invoices}
              keyOf={({ id }) => id}
              columns={columns}
            />
          )}
          {more !== null && <Muted>Earlier ones are on the page of the payment provider.</Muted>}
        </>
      )}
    </ReadPanel>
  );
}

const columns: readonly Column<Invoice>[] = [
  {
    name: 'Number',
    cell: ({ number, url }) =>
      number === null || url === null ? (
        <Muted>not final yet</Muted>
      ) : (
        <a href={url} rel="noreferrer noopener" target="_blank">
          {number}
        </a>
      ),
  },
  { name: 'Date', cell: ({ created_at: at }) => <Instant at={at} shape="day" /> },
  {
    name: 'Period',
    cell: ({ period_start: from, period_end: to }) => (
      <>
        <Instant at={from} shape="day" /> – <Instant at={to} shape="day" />
      </>
    ),
  },
  {
    name: 'Amount',
    isNumber: true,
    cell: ({ amount, currency }) => `${amount.toFixed(2)} ${currency}`,
  },
  {
    name: 'Status',
    cell: ({ status }) => <Badge tone={status === 'paid' ? 'ok' : 'warning'}>{status}</Badge>,
  },
];
