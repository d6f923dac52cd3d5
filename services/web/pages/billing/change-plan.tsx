import { useAct, useOwnerReason } from '../../data/act.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/time.tsx';
import type { Interval } from './intervals.ts';
import { intervalText, type PaymentOf } from './payments.ts';

type ChangePlanProps = {
  readonly to: { readonly id: string; readonly name: string };
  readonly interval: Interval;
  /** Ids of all plans, the smallest first. */
  readonly order: readonly string[];
  readonly payment: PaymentOf;
  readonly price: string;
};

/** Another plan for who pays already: more at once, less when the period ends. */
export function ChangePlan({ to, interval, order, payment, price }: ChangePlanProps) {
  const { pressEach } = useAct('changePlan');
  const isSamePlan = to.id === payment.plan;
  return (
    <Confirm
      text={isSamePlan ? `Pay ${intervalText(interval)}` : `Change to ${to.name}`}
      disabledBecause={useOwnerReason()}
      act={() => pressEach({ body: { plan_id: to.id, billing_interval: interval } })}
      will={
        isMore({ to, interval, order, payment }) ? (
          `${to.name} begins at once: ${price}. The rest of the period that is paid already is set off, and the difference is taken now.`
        ) : (
          <>
            Nothing changes before <Instant at={payment.period_ends_at} shape="minute" />. Then{' '}
            {to.name} begins: {price}.
          </>
        )
      }
    />
  );
}

function isMore({ to, interval, order, payment }: Omit<ChangePlanProps, 'price'>): boolean {
  const [now, then] = [order.indexOf(payment.plan), order.indexOf(to.id)];
  return now === then ? interval === 'yearly' : then > now;
}
