import { useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Choice } from '../../ui/choice.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { bytesText, wholeText } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { Checkout } from './checkout.tsx';
import type { Interval } from './intervals.ts';
import { intervals } from './intervals.ts';

type Plan = ResponseOf<'plans'>['plans'][number];

/** Plans beside each other, and the way to another one. */
export function Plans() {
  const [interval, setInterval] = useState<Interval>('monthly');
  const reading = useRead('plans');
  const current = useRead('subscription', { everyMs: 60_000 }).data?.body.plan;
  return (
    <ReadPanel
      title="Plans"
      reading={reading}
      height={170}
      aside={
        <Choice
          label="Paid for"
          value={interval}
          options={intervals}
          onChoose={next => setInterval(next as Interval)}
        />
      }
    >
      {({ plans }) => (
        <DataTable
          caption="Plans"
          rows={plans}
          keyOf={({ id }) => id}
          columns={columnsOf(interval, current)}
        />
      )}
    </ReadPanel>
  );
}

const columnsOf = (interval: Interval, current: string | undefined): readonly Column<Plan>[] => [
  {
    name: 'Plan',
    cell: ({ id, name }) => (
      <>
        {name} {id === current && <Badge tone="ok">yours</Badge>}
      </>
    ),
  },
  { name: 'Price', isNumber: true, cell: plan => priceText(plan, interval) },
  { name: 'Traces a month', isNumber: true, cell: ({ trace_limit }) => wholeText(trace_limit) },
  { name: 'Data a month', isNumber: true, cell: ({ bytes_limit }) => bytesText(bytes_limit) },
  { name: 'With', cell: ({ features }) => features.join(', ') },
  {
    name: 'Change',
    cell: plan =>
      plan.is_free || plan.id === current ? (
        <Muted>–</Muted>
      ) : (
        <Checkout plan={plan} interval={interval} price={priceText(plan, interval)} />
      ),
  },
];

const priceText = (plan: Plan, interval: Interval): string =>
  interval === 'monthly'
    ? `${plan.price_monthly} ${plan.currency} a month`
    : `${plan.price_yearly} ${plan.currency} a year`;
