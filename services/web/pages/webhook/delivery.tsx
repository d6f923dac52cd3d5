import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { useTime } from '../../time/use-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FoldedJson } from '../../ui/folded-json.tsx';
import { Layer } from '../../ui/layer.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { deliveriesThen } from './deliveries-then.ts';
import { attemptText, statusText, tones } from './delivery-words.ts';
import { Retry } from './retry.tsx';
import styles from './webhook.module.css';

type Found = ResponseOf<'getWebhookDelivery'>;

/** The delivery of the link: every attempt, and what was sent. */
export function Delivery({ webhook }: { readonly webhook: string }) {
  const [{ delivery }, change] = usePageSearch('delivery');
  if (delivery === undefined) return null;
  return (
    <Layer title="Delivery" close={() => change({ delivery: undefined })}>
      <Opened webhook={webhook} delivery={delivery} />
    </Layer>
  );
}

function Opened({ webhook, delivery }: { readonly webhook: string; readonly delivery: string }) {
  const reading = useRead('getWebhookDelivery', {
    params: { id: webhook, delivery_id: delivery },
    everyMs: 5_000,
  });
  const { asOf } = useTime();
  return (
    <ReadBody reading={reading} height={240}>
      {found => {
        const [then] = deliveriesThen([found], asOf) as readonly Found[];
        return then === undefined ? (
          <Muted>It had not been tried at this instant.</Muted>
        ) : (
          <div className={styles.delivery}>
            <p className={styles.line}>
              <Badge tone={tones[then.status]}>{statusText(then.status)}</Badge>
              <code>{then.event}</code>
              <Retry webhook={webhook} delivery={delivery} />
            </p>
            {then.next_attempt_at !== null && (
              <p>
                Next attempt <Instant at={then.next_attempt_at} isRelative />.
              </p>
            )}
            <p>
              Event <code>{then.event_id}</code>
            </p>
            <Attempts attempts={then.attempts} />
            {then.request === null ? (
              <Muted>What was sent is not kept any more.</Muted>
            ) : (
              <FoldedJson name="Payload" value={then.request} />
            )}
          </div>
        );
      }}
    </ReadBody>
  );
}

const Attempts = ({ attempts }: Pick<Found, 'attempts'>) => (
  <DataTable
    caption="Attempts"
    rows={attempts}
    keyOf={({ attempt }) => String(attempt)}
    columns={[
      { name: 'Attempt', isNumber: true, width: '64px', cell: ({ attempt }) => attempt },
      { name: 'When', cell: ({ at }) => <Instant at={at} /> },
      { name: 'Response', cell: attempt => <Foreign>{attemptText(attempt)}</Foreign> },
      {
        name: 'Body',
        cell: ({ response }) =>
          response === null ? (
            <Muted>not kept</Muted>
          ) : (
            <FoldedJson name={`${response.length} characters`} value={response} />
          ),
      },
    ]}
  />
);
