import { useAct, useOwnerReason } from '../../data/act.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { Interval } from './intervals.ts';

type CheckoutProps = {
  readonly plan: { readonly id: string; readonly name: string };
  readonly interval: Interval;
  readonly price: string;
};

/** Leads to the page on which a plan is paid for, which leads back to this one. */
export function Checkout({ plan, interval, price }: CheckoutProps) {
  const { pressEach } = useAct('createCheckoutSession');
  const act = async (): Promise<void> => {
    const back = new URL('billing', document.baseURI).href;
    const { checkout_url: url } = await pressEach({
      body: {
        plan_id: plan.id,
        billing_interval: interval,
        success_url: back,
        cancel_url: back,
        source: 'web',
      },
    });
    location.assign(new URL(url, document.baseURI).href);
  };
  return (
    <Confirm
      text={`Change to ${plan.name}`}
      disabledBecause={useOwnerReason()}
      act={act}
      will={`You go to the page where ${plan.name} is paid: ${price}. The plan changes when the payment is complete, and nothing before that.`}
    />
  );
}
