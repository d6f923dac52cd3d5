import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import styles from './channels.module.css';
import { RowActions } from './row-actions.tsx';
import { UsedBy } from './used-by.tsx';
import { type Channel, kinds, type Rule, remindText, stateOf } from './words.ts';

type ChannelTableProps = {
  readonly channels: readonly Channel[];
  /** Undefined until they are read. */
  readonly rules: readonly Rule[] | undefined;
};

/** Channels, each with what it is told and what can be done with it. */
export const ChannelTable = ({ channels, rules }: ChannelTableProps) => (
  <DataTable
    caption="Channels"
    rows={channels}
    keyOf={({ id }) => id}
    columns={[
      ...columns,
      {
        name: 'Told by',
        cell: channel =>
          rules === undefined ? <Muted>–</Muted> : <UsedBy channel={channel} rules={rules} />,
      },
      { name: 'Actions', cell: channel => <RowActions channel={channel} /> },
    ]}
  />
);

const columns: readonly Column<Channel>[] = [
  {
    name: 'Channel',
    width: '25%',
    by: ({ name }) => name,
    cell: ({ name, type, address_hint: hint }) => (
      <div className={styles.what}>
        <ForeignLine>{name}</ForeignLine>
        <Muted>
          {kinds[type].name}, <bdi>{hint ?? 'erased'}</bdi>
        </Muted>
      </div>
    ),
  },
  {
    name: 'State',
    cell: channel => {
      const [tone, text] = stateOf(channel);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  { name: 'Reminders', cell: ({ remind_minutes: minutes }) => remindText(minutes) },
];
