import { useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Choice } from '../../ui/choice.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { bytesText, wholeText } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import styles from './billing.module.css';
import { ChangePlan } from './change-plan.tsx';
import { Checkout } from './checkout.tsx';
import type { Interval } from './intervals.ts';
import { intervals } from './intervals.ts';
import { livePayment, type Subscription } from './payments.ts';

type Plan = ResponseOf<'plans'>['plans'][number];

/** Plans beside each other, and the way to another one. */
export function Plans() {
  const [interval, setInterval] = useState<Interval>('monthly');
  const reading = useRead('plans');
  const subscription = useRead('subscription', { everyMs: 60_000 }).data?.body;
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
          columns={columnsOf(interval, plans, subscription)}
        />
      )}
    </ReadPanel>
  );
}

const columnsOf = (
  interval: Interval,
  plans: readonly Plan[],
  subscription: Subscription | undefined,
): readonly Column<Plan>[] => [
  {
    name: 'Plan',
    cell: ({ id, name }) => (
      <>
        {name} {id === subscription?.plan && <Badge tone="ok">yours</Badge>}
      </>
    ),
  },
  { name: 'Price', isNumber: true, cell: plan => priceText(plan, interval) },
  { name: 'Traces a month', isNumber: true, cell: ({ trace_limit }) => wholeText(trace_limit) },
  { name: 'Data a month', isNumber: true, cell: ({ bytes_limit }) => bytesText(bytes_limit) },
  {
    name: 'With',
    cell: ({ features }) => <div className={styles.features}>{features.join(', ')}</div>,
  },
  {
    name: 'Change',
    cell: plan => (
      <Way
        to={plan}
        interval={interval}
        plans={plans}
        subscription={subscription}
        price={priceText(plan, interval)}
      />
    ),
  },
];

type WayProps = {
  readonly to: Plan;
  readonly interval: Interval;
  readonly plans: readonly Plan[];
  readonly subscription: Subscription | undefined;
  readonly price: string;
};

/** Who pays changes what is paid; who does not begins to pay. */
function Way({ to, interval, plans, subscription, price }: WayProps) {
  const payment = livePayment(subscription);
  if (to.is_free) return <Muted>–</Muted>;
  if (payment !== undefined) {
    const isSame = to.id === payment.plan && interval === payment.billing_interval;
    const order = plans.map(({ id }) => id);
    return isSame ? (
      <Muted>–</Muted>
    ) : (
      <ChangePlan to={to} interval={interval} order={order} payment={payment} price={price} />
    );
  }
  if (to.id === subscription?.plan) return <Muted>–</Muted>;
  return <Checkout plan={to} interval={interval} price={price} />;
}

const priceText = (plan: Plan, interval: Interval): string =>
  interval === 'monthly'
    ? `${plan.price_monthly} ${plan.currency} a month`
    : `${plan.price_yearly} ${plan.currency} a year`;
