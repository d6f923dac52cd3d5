import type { Reading } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { type Month, storedBytes } from './usage.ts';

/** What is billed of each month, and whether what was accepted and stored gives the same. */
export function Months({ reading }: { readonly reading: Reading<'billingUsage'> }) {
  const [{ recount }, change] = usePageSearch('recount');
  const isOn = recount !== undefined;
  return (
    <ReadPanel
      title="Months"
      reading={reading}
      height={160}
      aside={
        <Button
          aria-pressed={isOn}
          onClick={() => change({ recount: isOn ? undefined : 'on' })}
          title="Counts closed months once more from what is stored"
        >
          Count again
        </Button>
      }
    >
      {({ months, kept_from: from }) => (
        <>
          <DataTable
            caption="Usage by month"
            rows={months}
            keyOf={({ month }) => month}
            columns={columns}
          />
          <p>
            <Muted>
              What is stored is kept since <Instant at={from} shape="minute" />; the figures of
              closed months are kept for ever.
            </Muted>
          </p>
        </>
      )}
    </ReadPanel>
  );
}

const figure = (value: number | null) =>
  value === null ? <Muted>not kept</Muted> : wholeText(value);

const columns: readonly Column<Month>[] = [
  { name: 'Month (UTC)', cell: ({ month }) => month },
  {
    name: 'Status',
    cell: ({ status, closed_at: at }) =>
      at === null ? (
        <Badge tone="accent">{status}</Badge>
      ) : (
        <>
          <Badge tone="muted">closed</Badge> <Instant at={at} shape="minute" />
        </>
      ),
  },
  { name: 'Billed traces', isNumber: true, cell: ({ traces }) => figure(traces) },
  { name: 'Billed bytes', isNumber: true, cell: ({ bytes }) => figure(bytes) },
  {
    name: 'Accepted on its days',
    isNumber: true,
    cell: month => <Sum of={month} />,
  },
  { name: 'Counted again', cell: month => <Recount of={month} /> },
];

/** The days and the changes of a month are all of its bytes, as long as they are kept. */
function Sum({ of: month }: { readonly of: Month }) {
  const stored = storedBytes(month);
  return (
    <>
      {wholeText(stored)} B {month.bytes === stored && <Badge tone="ok">the same</Badge>}
    </>
  );
}

function Recount({ of: { recount, status } }: { readonly of: Month }) {
  if (status !== 'closed') return <Muted>counted as it comes</Muted>;
  if (recount === null) return <Muted>–</Muted>;
  const { traces, bytes, equal } = recount;
  return (
    <>
      <Badge tone={equal ? 'ok' : 'critical'}>{equal ? 'the same' : 'differs'}</Badge>{' '}
      {wholeText(traces)} traces, {wholeText(bytes)} B
    </>
  );
}
