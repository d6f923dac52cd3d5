import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Button } from '../../ui/button.tsx';

type RetryProps = { readonly webhook: string; readonly delivery: string };

/** Sends one delivery again, under the same event id; what came of it is its next attempt. */
export function Retry({ webhook, delivery }: RetryProps) {
  const off = useReadOnlyReason();
  const retry = useAct('retryWebhookDelivery');
  const said = retry.isSuccess ? 'Sent again' : retry.error?.message;
  return (
    <>
      <Button
        disabledBecause={off ?? (retry.isPending ? 'It is being done.' : undefined)}
        aria-busy={retry.isPending}
        onClick={() => retry.press({ params: { id: webhook, delivery_id: delivery } })}
      >
        Retry
      </Button>
      <span role="status">{said !== undefined && ` ${said}`}</span>
    </>
  );
}
