import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { conversationLink } from '../../links.ts';
import { usePageSearch } from '../../page-search.ts';
import { RowList } from '../../shell/row-list.tsx';
import { CursorPages } from '../../ui/cursor-pages.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './ask.module.css';

type Listed = ResponseOf<'listConversations'>['conversations'][number];

const limit = 50;

/** What the organization asked; `j`, `k` and Enter go through it. */
export function Conversations() {
  const [{ cursor }] = usePageSearch('cursor');
  const reading = useRead('listConversations', { query: { limit, cursor }, everyMs: 60_000 });
  return (
    <ReadPanel title="Conversations" reading={reading} height={200} aside="of the organization">
      {({ conversations, next_cursor: next }) => (
        <div className={styles.list}>
          {conversations.length === 0 ? (
            <Empty title="Nobody asked yet" />
          ) : (
            <RowList>
              <DataTable
                caption="Conversations"
                rows={conversations}
                keyOf={({ id }) => id}
                columns={columns}
              />
            </RowList>
          )}
          <CursorPages of="conversations" next={next} />
        </div>
      )}
    </ReadPanel>
  );
}

const columns: readonly Column<Listed>[] = [
  {
    name: 'First question',
    cell: ({ id, title }) => (
      <LinkTo link={conversationLink(id)}>
        <ForeignLine>{title ?? 'no question yet'}</ForeignLine>
      </LinkTo>
    ),
  },
  {
    name: 'Begun',
    width: '110px',
    cell: ({ created_at: at }) => <Instant at={at} shape="minute" />,
  },
];
