import { useParams } from '@tanstack/react-router';
import type { ApiProblem } from '../../data/problem.ts';
import { useRead } from '../../data/use-read.ts';
import { wholeText } from '../../ui/figures.ts';
import { Lead, Page } from '../../ui/layout.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { Foreign, ForeignLine } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { History } from '../../versions/history.tsx';
import { State, type WebhookBody } from '../webhooks/state.tsx';
import { Actions } from './actions.tsx';
import { Deliveries } from './deliveries.tsx';
import { Delivery } from './delivery.tsx';

/** What was sent to it, and did it arrive? */
export function Webhook() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const reading = useRead('getWebhook', { params: { id }, everyMs: 15_000 });
  const webhook = reading.data?.body.webhook;
  const isGone = (reading.error as ApiProblem | null)?.status === 404;
  return (
    <Page
      title={webhook === undefined ? 'Webhook' : <Foreign>{webhook.name}</Foreign>}
      aside={webhook !== undefined && <State webhook={webhook} />}
    >
      <ReadBody reading={reading} height={480}>
        {found => (
          <>
            <Actions webhook={found.webhook} />
            <About webhook={found.webhook} />
            <Deliveries id={id} />
            <Delivery webhook={id} />
          </>
        )}
      </ReadBody>
      {isGone && <History of="webhook" id={id} />}
    </Page>
  );
}

function About({ webhook }: { readonly webhook: WebhookBody }) {
  const { url, description, events, last_delivery_at: at } = webhook;
  return (
    <Lead>
      <ForeignLine>{url}</ForeignLine>
      {description !== null && description !== '' && <Foreign>{description}</Foreign>}
      <p>Is sent {events.join(', ')}.</p>
      <p>
        Deliveries: {wholeText(webhook.total_deliveries)}, of which{' '}
        {wholeText(webhook.successful_deliveries)} arrived and{' '}
        {wholeText(webhook.failed_deliveries)} were given up.{' '}
        {at !== null && (
          <>
            The last one was at <Instant at={at} isRelative />.
          </>
        )}
      </p>
    </Lead>
  );
}
