import { useAct, useReadOnlyReason } from '../../data/act.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { LayerButton } from '../../ui/layer-button.tsx';
import { HistoryButton } from '../../versions/history.tsx';
import { ChannelForm } from './channel-form.tsx';
import styles from './channels.module.css';
import type { Channel } from './words.ts';

/** What can be done with a channel, and what came of it. */
export function RowActions({ channel }: { readonly channel: Channel }) {
  const off = useReadOnlyReason();
  const change = useAct('changeChannel');
  const test = useAct('testChannel');
  const remove = useAct('deleteChannel');
  const params = { id: channel.id };
  const said = test.isSuccess ? 'A test is on its way.' : test.error?.message;
  return (
    <div className={styles.actions}>
      <LayerButton text="Edit" title="Edit the channel" disabledBecause={off}>
        {close => (
          <ChannelForm
            text="Save"
            channel={channel}
            submit={async body => {
              await change.pressEach({ params, body });
              close();
            }}
          />
        )}
      </LayerButton>
      <Button
        disabledBecause={off ?? (test.isPending ? 'It is being done.' : undefined)}
        aria-busy={test.isPending}
        onClick={() => test.press({ params })}
      >
        Test
      </Button>
      <HistoryButton of="channel" id={channel.id} />
      <Confirm
        text="Delete"
        will="Nothing more is sent to this channel. Rules that name no other channel then tell nobody. The API can restore it, under its id."
        act={() => remove.pressEach({ params })}
        disabledBecause={off}
      />
      <span role="status">{said}</span>
    </div>
  );
}
