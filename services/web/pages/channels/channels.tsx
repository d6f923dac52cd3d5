import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { useRead } from '../../data/use-read.ts';
import { LayerButton } from '../../ui/layer-button.tsx';
import { Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { ChannelForm } from './channel-form.tsx';
import { ChannelTable } from './channel-table.tsx';

/** Who is told, and by what? */
export function Channels() {
  const reading = useRead('listChannels', { everyMs: 15_000 });
  const rules = useRead('listAlertRules', { everyMs: 60_000 });
  return (
    <Page title="Channels" aside={<Create />}>
      <ReadPanel title="Channels of the organization" reading={reading} height={480}>
        {({ channels }) =>
          channels.length === 0 ? (
            <Empty title="No channel">
              A channel sends notices of alerts and health checks by mail, to Slack, Microsoft
              Teams, Discord, PagerDuty or Opsgenie, or to a URL of yours. Without one, nobody is
              told.
            </Empty>
          ) : rules.isPending ? (
            <Skeleton height={480} />
          ) : (
            <ChannelTable channels={channels} rules={rules.data?.body.rules} />
          )
        }
      </ReadPanel>
    </Page>
  );
}

function Create() {
  const create = useAct('createChannel');
  const off = useReadOnlyReason();
  return (
    <>
      {off !== undefined && <Muted>{off}</Muted>}
      <LayerButton text="Create a channel" look="primary" disabledBecause={off}>
        {close => (
          <ChannelForm
            text="Create"
            submit={async body => {
              await create.pressEach({ body });
              close();
            }}
          />
        )}
      </LayerButton>
    </>
  );
}
