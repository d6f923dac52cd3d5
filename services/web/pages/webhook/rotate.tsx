import { useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Layer } from '../../ui/layer.tsx';
import { Instant } from '../../ui/time.tsx';
import { Secret } from '../webhooks/secret.tsx';

/** Another secret, which is shown once. */
export function Rotate({ id }: { readonly id: string }) {
  const rotate = useAct('rotateWebhookSecret');
  const [made, setMade] = useState<ResponseOf<'rotateWebhookSecret'>>();
  return (
    <>
      <Confirm
        text="Rotate the secret"
        will="The webhook gets another secret. For 24 hours, deliveries carry signatures of both; then the present one is no longer used."
        act={async () => setMade(await rotate.pressEach({ params: { id } }))}
        disabledBecause={useReadOnlyReason()}
      />
      {made !== undefined && (
        <Layer title="New secret" close={() => setMade(undefined)}>
          <Secret secret={made.secret}>
            It is shown only now. The previous secret also signs until{' '}
            <Instant at={made.previous_secret_until} shape="minute" />.
          </Secret>
        </Layer>
      )}
    </>
  );
}
