import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { traceLink } from '../../links.ts';
import { pageOf } from '../../page-of.ts';
import { usePageSearch } from '../../page-search.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { countText, durationText } from '../../ui/figures.ts';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { Pages } from '../../ui/pages.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { ConversationName } from './conversation-name.tsx';
import { costText } from './cost-text.ts';
import { useCallQuery } from './use-call-query.ts';

type Call = ResponseOf<'listLlmCalls'>['calls'][number];

const limit = 50;

/** The calls themselves, the latest first, each with its trace. */
export function Calls() {
  const { query } = useCallQuery();
  const [{ page: printed }] = usePageSearch('page');
  const page = pageOf(printed);
  const offset = (page - 1) * limit;
  const reading = useRead('listLlmCalls', {
    query: { ...query, limit, offset },
    everyMs: 30_000,
  });
  return (
    <ReadPanel title="Calls" reading={reading} height={480}>
      {({ calls, total_count: total }) => (
        <>
          {calls.length === 0 ? (
            <Empty title={total === 0 ? 'No call in this time' : 'No call on this page'} />
          ) : (
            <DataTable
              caption="Calls of language models"
              columns={columns}
              rows={calls}
              keyOf={({ trace_id, span_id }) => `${trace_id} ${span_id}`}
            />
          )}
          <Pages of="calls" limit={limit} shown={calls.length} total={total} />
        </>
      )}
    </ReadPanel>
  );
}

const number = (
  name: string,
  by: (row: Call) => number,
  format: (value: number) => string,
): Column<Call> => ({ name, isNumber: true, cell: row => format(by(row)) });

const columns: readonly Column<Call>[] = [
  {
    name: 'When',
    width: '118px',
    cell: ({ start_time, trace_id, span_id }) => (
      <LinkTo link={{ ...traceLink(trace_id), search: { span: span_id } }}>
        <Instant at={start_time} />
      </LinkTo>
    ),
  },
  {
    name: 'Service',
    cell: ({ service_name }) => <ServiceName>{service_name}</ServiceName>,
  },
  {
    name: 'Model',
    cell: ({ model, provider }) => <ForeignLine>{model === '' ? provider : model}</ForeignLine>,
  },
  { name: 'Operation', cell: ({ operation }) => <ForeignLine>{operation}</ForeignLine> },
  {
    name: 'Outcome',
    cell: ({ has_error, error_type }) =>
      has_error ? (
        <>
          <Badge tone="critical">failed</Badge>
          <ForeignLine>{error_type ?? ''}</ForeignLine>
        </>
      ) : (
        <Badge tone="ok">ok</Badge>
      ),
  },
  number('Input tokens', ({ input_tokens }) => input_tokens, countText),
  number('Output tokens', ({ output_tokens }) => output_tokens, countText),
  { name: 'Cost', isNumber: true, cell: costText },
  number('Duration', ({ duration_ms }) => duration_ms, durationText),
  {
    name: 'First token',
    isNumber: true,
    cell: ({ first_token_ms: ms }) => (ms === null ? '–' : durationText(ms)),
  },
  {
    name: 'Conversation',
    cell: ({ conversation_id: id }) => id !== null && <ConversationName id={id} />,
  },
];
