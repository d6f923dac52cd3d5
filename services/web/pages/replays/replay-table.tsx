import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { replayLink } from '../../links.ts';
import { RowList } from '../../shell/row-list.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { durationText, wholeText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './replays.module.css';

type Replay = ResponseOf<'listReplays'>['replays'][number];

export const ReplayTable = ({ replays }: { readonly replays: readonly Replay[] }) => (
  <RowList>
    <DataTable
      caption="Sessions that pass the filters"
      rows={replays}
      keyOf={({ session_id: id }) => id}
      columns={columns}
    />
  </RowList>
);

const columns: readonly Column<Replay>[] = [
  {
    name: 'Page',
    width: '35%',
    cell: ({ session_id: id, url }) => (
      <div className={styles.page}>
        <LinkTo link={replayLink(id)}>
          <ForeignLine>{url ?? `Session ${id}`}</ForeignLine>
        </LinkTo>
      </div>
    ),
  },
  {
    name: 'Began',
    width: '130px',
    by: ({ started_at }) => started_at,
    cell: ({ started_at }) => <Instant at={started_at} shape="minute" />,
  },
  {
    name: 'Length',
    isNumber: true,
    by: ({ duration_ms }) => duration_ms,
    cell: ({ duration_ms }) => durationText(duration_ms),
  },
  {
    name: 'User',
    cell: ({ user_id: user }) =>
      user === null ? <Muted>unknown</Muted> : <ForeignLine>{user}</ForeignLine>,
  },
  {
    name: 'Clicks',
    isNumber: true,
    by: ({ click_count }) => click_count,
    cell: ({ click_count }) => wholeText(click_count),
  },
  {
    name: 'Keys',
    isNumber: true,
    by: ({ keypress_count }) => keypress_count,
    cell: ({ keypress_count }) => wholeText(keypress_count),
  },
  {
    name: 'Rage',
    isNumber: true,
    by: ({ rage_click_count: count }) => count,
    cell: ({ rage_click_count: count }) => wholeText(count),
  },
  {
    name: 'Dead',
    isNumber: true,
    by: ({ dead_click_count: count }) => count,
    cell: ({ dead_click_count: count }) => wholeText(count),
  },
  {
    name: 'Errors',
    isNumber: true,
    by: ({ error_count: count }) => count,
    cell: ({ error_count: count }) => wholeText(count),
  },
  {
    name: 'Recorded',
    width: '110px',
    cell: ({ type }) => <Muted>{type === 'buffer' ? 'before an error' : 'whole session'}</Muted>,
  },
];
