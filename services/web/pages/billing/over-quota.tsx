import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct, useOwnerReason } from '../../data/act.ts';
import { useRead } from '../../data/use-read.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { bytesText, wholeText } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';

/** What becomes of telemetry when the quota is used up, and what is parked by now. */
export function OverQuota() {
  const reading = useRead('subscription', { everyMs: 60_000 });
  return (
    <ReadPanel
      title="Over the quota"
      reading={reading}
      height={40}
      aside={reading.data && <Other chosen={reading.data.body.over_quota} />}
    >
      {({ over_quota: chosen, parked }) => (
        <>
          <p>{chosen === 'park' ? parks : rejects}</p>
          <p>
            <Parked of={parked} />
          </p>
        </>
      )}
    </ReadPanel>
  );
}

type Subscription = ResponseOf<'subscription'>;

const rejects = 'Traces and metrics over the quota are rejected.';
const parks =
  'Traces and metrics over the quota are parked: kept for up to six days, and counted once there is quota again.';

/** The way to the other choice. */
function Other({ chosen }: { readonly chosen: Subscription['over_quota'] }) {
  const { pressEach } = useAct('changeSubscription');
  const isParking = chosen === 'park';
  return (
    <Confirm
      text={isParking ? 'Reject instead' : 'Park instead'}
      disabledBecause={useOwnerReason()}
      act={() => pressEach({ body: { over_quota: isParking ? 'reject' : 'park' } })}
      will={isParking ? willReject : willPark}
    />
  );
}

const willPark =
  'From now on, what is over the quota is kept for up to six days. It counts, and can be read, once there is quota again: with a larger plan, or when the month ends. What is older by then is lost.';
const willReject =
  'From now on, what is over the quota is rejected. What is parked already still counts once there is quota again.';

function Parked({ of: { requests, bytes, bytes_limit: max, expires_at: over } }: ParkedProps) {
  if (over === null)
    return <Muted>Nothing is parked. Up to {bytesText(max)} can be, a tenth of the plan.</Muted>;
  return (
    <>
      {wholeText(requests)} requests with {bytesText(bytes)} of at most {bytesText(max)} are parked.
      The oldest is lost at <Instant at={over} shape="minute" isRelative /> if it does not count by
      then.
    </>
  );
}

type ParkedProps = { readonly of: Subscription['parked'] };
