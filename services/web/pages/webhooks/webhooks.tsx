import { useRead } from '../../data/use-read.ts';
import { Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Create } from './create.tsx';
import { WebhookTable } from './webhook-table.tsx';

/** Which systems are sent events, and does it work? */
export function Webhooks() {
  const reading = useRead('listWebhooks', { everyMs: 15_000 });
  return (
    <Page title="Webhooks" aside={<Create />}>
      <ReadPanel title="Webhooks of the organization" reading={reading} height={480}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty title="No webhook">
              A webhook sends alerts, anomalies, failed checks and failed traces to a URL of yours.
            </Empty>
          ) : (
            <WebhookTable webhooks={webhooks} />
          )
        }
      </ReadPanel>
    </Page>
  );
}
