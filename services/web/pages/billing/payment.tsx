import { useAct, useOwnerReason } from '../../data/act.ts';
import { useRead } from '../../data/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { intervalText, livePayment, type PaymentOf, type Subscription } from './payments.ts';

/** What is paid for, until when, and what follows. */
export function Payment() {
  const reading = useRead('subscription', { everyMs: 60_000 });
  const payment = livePayment(reading.data?.body);
  return (
    <ReadPanel
      title="Payment"
      reading={reading}
      height={40}
      aside={payment && <Way of={payment} />}
    >
      {({ payment: of }) => (
        <>
          <p>
            <State of={of} />
          </p>
          <p>
            <Next of={of} />
          </p>
        </>
      )}
    </ReadPanel>
  );
}

function State({ of }: { readonly of: Subscription['payment'] }) {
  if (of === null) return <>Nothing is paid for.</>;
  const what = `${of.plan}, paid ${intervalText(of.billing_interval)}`;
  if (of.ended_at !== null)
    return (
      <>
        {what}, ended on <Instant at={of.ended_at} shape="minute" />.
      </>
    );
  if (of.failed_at === null || of.grace_ends_at === null)
    return (
      <>
        <Badge tone="ok">paid</Badge> {what}, until{' '}
        <Instant at={of.period_ends_at} shape="minute" />.
      </>
    );
  return (
    <>
      <Badge tone="warning">payment failed</Badge> {what}. Without a payment the plan ends on{' '}
      <Instant at={of.grace_ends_at} shape="minute" isRelative />.
    </>
  );
}

const inSandbox = 'This is a sandbox: no money is taken.';

function Next({ of }: { readonly of: Subscription['payment'] }) {
  if (of === null || of.status === 'ended')
    return <Muted>A plan below leads to the page where it is paid.</Muted>;
  if (of.next === null)
    return (
      <Muted>
        {of.status === 'failed'
          ? 'The open invoice below leads to the page where it is paid.'
          : of.provider === 'sandbox'
            ? inSandbox
            : 'It is renewed then.'}
      </Muted>
    );
  return (
    <>
      {of.next.billing_interval === null
        ? 'The plan is cancelled: it becomes the free one on '
        : `The plan becomes ${of.next.plan}, paid ${intervalText(of.next.billing_interval)}, on `}
      <Instant at={of.next.at} shape="minute" />.{' '}
      <Muted>{of.provider === 'sandbox' && inSandbox}</Muted>
    </>
  );
}

/** The way out, or back from one that was chosen. */
function Way({ of: { plan, billing_interval: interval, period_ends_at: end, next } }: WayProps) {
  const { pressEach } = useAct('changePlan');
  const disabledBecause = useOwnerReason();
  const change = (id: string) => () =>
    pressEach({ body: { plan_id: id, billing_interval: interval } });
  if (next === null)
    return (
      <Confirm
        text="Cancel the plan"
        disabledBecause={disabledBecause}
        act={change('free')}
        will={
          <>
            {plan} stays until <Instant at={end} shape="minute" />. Then the free plan begins, and
            nothing is paid any more. Until then this can be taken back.
          </>
        }
      />
    );
  return (
    <Confirm
      text={`Keep ${plan}`}
      disabledBecause={disabledBecause}
      act={change(plan)}
      will={`What was decided for the end of the period is taken back: ${plan} goes on, and is renewed.`}
    />
  );
}

type WayProps = { readonly of: PaymentOf };
