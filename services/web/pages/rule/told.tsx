import { useRead } from '../../data/use-read.ts';
import { toldBy } from '../../rules/channels.ts';
import type { Rule } from '../../rules/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Box } from '../../ui/box.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { listHeight } from './list-height.ts';
import styles from './rule.module.css';

/** The channels that get its notices. */
export function Told({ rule }: { readonly rule: Rule }) {
  const [box, isWanted] = useInView();
  const reading = useRead('listChannels', { isWanted });
  const isEvery = rule.channel_ids.length === 0;
  return (
    <ReadPanel
      title="Who is told"
      box={box}
      reading={reading}
      height={listHeight}
      aside={isEvery ? 'every enabled channel' : undefined}
    >
      {({ channels }) => {
        const told = toldBy(rule, channels);
        return (
          <Box name="Channels of this rule" height={listHeight}>
            {told.length === 0 ? (
              <Empty title="There is no channel: nobody is told" />
            ) : (
              <ul className={styles.channels}>
                {told.map(({ id, name, type, enabled, status }) => (
                  <li key={id}>
                    <ForeignLine>{name}</ForeignLine>
                    <Muted>{type}</Muted>
                    {!enabled && <Badge tone="muted">disabled</Badge>}
                    {status !== 'ready' && <Badge tone="warning">{status}</Badge>}
                  </li>
                ))}
              </ul>
            )}
          </Box>
        );
      }}
    </ReadPanel>
  );
}
