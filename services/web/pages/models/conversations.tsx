import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { pageOf } from '../../page-of.ts';
import { usePageSearch } from '../../page-search.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { countText, wholeText } from '../../ui/figures.ts';
import { Page } from '../../ui/layout.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Pages } from '../../ui/pages.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { ConversationName } from './conversation-name.tsx';
import { costText } from './cost-text.ts';
import { useCallQuery } from './use-call-query.ts';

type Row = ResponseOf<'listLlmConversations'>['conversations'][number];

const limit = 50;

/** Who talks with models, how long, and at what cost? */
export function ModelConversations() {
  const { window, query } = useCallQuery();
  const { service, end } = query;
  const [{ page }] = usePageSearch('page');
  const reading = useRead('listLlmConversations', {
    query: { service, end, window, limit, offset: (pageOf(page) - 1) * limit },
    everyMs: 30_000,
  });
  const total = reading.data?.body.total_count;
  return (
    <Page
      title="Conversations with models"
      aside={
        <>
          <LinkTo link={{ to: '/models' }}>LLM calls</LinkTo> · last {window}
        </>
      }
    >
      <ReadPanel
        title={total === undefined ? 'Conversations' : `${wholeText(total)} conversations`}
        reading={reading}
        height={480}
      >
        {({ conversations, total_count: count }) => (
          <>
            {conversations.length === 0 ? (
              <None isPage={count > 0} />
            ) : (
              <DataTable
                caption="Conversations with language models"
                columns={columns}
                rows={conversations}
                keyOf={({ id }) => id}
              />
            )}
            <Pages of="conversations" limit={limit} shown={conversations.length} total={count} />
          </>
        )}
      </ReadPanel>
    </Page>
  );
}

const None = ({ isPage }: { readonly isPage: boolean }) =>
  isPage ? (
    <Empty title="No conversation on this page" />
  ) : (
    <Empty title="No call in this time names a conversation">
      Calls of one conversation are put together by gen_ai.conversation.id or session.id on their
      spans.
    </Empty>
  );

const number = (name: string, by: (row: Row) => number): Column<Row> => ({
  name,
  by,
  isNumber: true,
  cell: row => countText(by(row)),
});

const columns: readonly Column<Row>[] = [
  { name: 'Conversation', by: ({ id }) => id, cell: ({ id }) => <ConversationName id={id} /> },
  {
    name: 'Latest call',
    by: ({ last_call_at: at }) => at,
    cell: ({ last_call_at: at }) => <Instant at={at} />,
  },
  {
    name: 'Services',
    cell: ({ services }) => <ForeignLine>{services.join(', ')}</ForeignLine>,
  },
  { name: 'Models', cell: ({ models }) => <ForeignLine>{models.join(', ')}</ForeignLine> },
  number('Calls', ({ calls }) => calls),
  number('Failed', ({ errors }) => errors),
  number('Input tokens', ({ input_tokens }) => input_tokens),
  number('Output tokens', ({ output_tokens }) => output_tokens),
  { name: 'Cost', by: ({ cost_usd }) => cost_usd ?? -1, isNumber: true, cell: costText },
];
