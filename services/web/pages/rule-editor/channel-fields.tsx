import { useState } from 'react';
import { useRead } from '../../data/use-read.ts';
import type { Channel } from '../../rules/channels.ts';
import { Choice } from '../../ui/choice.tsx';
import { ReadBody } from '../../ui/panel.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import type { PartProps } from './change.ts';
import styles from './editor.module.css';

/** Of the list of channels, however many there are. */
const height = 120;

/** Who is told. */
export function ChannelFields({ draft: { channels: chosen }, change }: PartProps) {
  const [isSome, setSome] = useState(chosen.length > 0);
  const choose = (who: string): void => {
    setSome(who === 'some');
    if (who === 'every') change({ channels: [] });
  };
  return (
    <>
      <Choice
        label="Who is told"
        value={isSome ? 'some' : 'every'}
        options={[
          ['every', 'every enabled channel'],
          ['some', 'only these channels'],
        ]}
        onChoose={choose}
      />
      {isSome && <Channels chosen={chosen} choose={channels => change({ channels })} />}
    </>
  );
}

type ChannelsProps = {
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
};

function Channels({ chosen, choose }: ChannelsProps) {
  const reading = useRead('listChannels');
  const toggle = (id: string): void =>
    choose(chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id]);
  return (
    <ReadBody reading={reading} height={height}>
      {({ channels }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <section className={styles.channels} style={{ height }} tabIndex={0} aria-label="Channels">
          {channels.length === 0 && <Muted>There is no channel yet: nobody would be told.</Muted>}
          {channels.map(channel => (
            <ChannelBox
              key={channel.id}
              channel={channel}
              isChosen={chosen.includes(channel.id)}
              toggle={() => toggle(channel.id)}
            />
          ))}
        </section>
      )}
    </ReadBody>
  );
}

type ChannelBoxProps = {
  readonly channel: Channel;
  readonly isChosen: boolean;
  readonly toggle: () => void;
};

const ChannelBox = ({ channel, isChosen, toggle }: ChannelBoxProps) => (
  <label className={styles.box}>
    <input type="checkbox" checked={isChosen} onChange={toggle} />
    <ForeignLine>{channel.name}</ForeignLine>
    <Muted>{channel.enabled ? channel.type : `${channel.type}, disabled`}</Muted>
  </label>
);
