import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { Message } from '../core/llm/messages.ts';
import { hexOf, instantOf, spanIdOf, unixNanosOf } from '../traces/span-names.ts';
import { knownSql } from '../windows/known-condition.ts';
import { boundsOf, type QueryContext, readRows } from '../windows/window-metrics.ts';
import { type CallRow, callColumns, callOf } from './calls.ts';
import { type SelectedCalls, selectCalls } from './calls-sql.ts';
import { readMessages, spanKey } from './content.ts';
import { readConversations } from './conversations.ts';
import type { StepKind } from './kinds-sql.ts';
import type { LlmReads } from './reads.ts';

type Row = CallRow & { readonly step_kind: StepKind; readonly step_name: string };

type Answer = ResponseOf<'getLlmConversation'>;

const idCharactersShown = 200;

/** GET /v1/llm-calls/conversations/{id}: its calls in their order, and what agents and tools did between them. */
export const getLlmConversation =
  ({ warehouse, clock, priceOf, isContentShown }: LlmReads): Handler<'getLlmConversation'> =>
  async ({ key, query, params: { id }, signal }) => {
    const { limit, offset, ...filters } = query;
    const selected = selectCalls(filters, key, clock());
    const asked = { ...selected, id };
    const reading = { warehouse, signal };
    const [[conversation], rows, total] = await Promise.all([
      readConversations({ ...asked, limit: 1, offset: 0 }, priceOf, reading),
      readSteps({ ...asked, limit, offset }, reading),
      countSteps(asked, reading),
    ]);
    if (conversation === undefined)
      throw notFound(`there is no conversation '${id.slice(0, idCharactersShown)}' in this time`);
    const known = knownSql(query.as_of);
    const messages = isContentShown
      ? await readMessages(rows, { ...selected, known }, reading)
      : undefined;
    return {
      status: 200,
      body: {
        ...conversation,
        is_content_shown: isContentShown,
        steps: rows.map(row => stepOf(row, priceOf, messages)),
        total_count: total,
        limit,
        offset,
        ...boundsOf(selected.range),
      },
    };
  };

type Asked = Pick<SelectedCalls, 'sql' | 'stepsSql' | 'parameters'> & { readonly id: string };

/** Agents and tools often name no conversation: then they are of that of the calls of their trace. */
const stepsOf = ({ sql, stepsSql }: Asked): string =>
  `${stepsSql} AS step WHERE conversation = {id:String}
     OR (step_kind != 'call' AND conversation = '' AND trace IN (SELECT trace FROM ${sql} WHERE conversation = {id:String}))`;

const readSteps = (
  asked: Asked & { readonly limit: number; readonly offset: number },
  reading: QueryContext,
): Promise<Row[]> => {
  const { parameters, id, limit, offset } = asked;
  return readRows<Row>(
    {
      sql: `SELECT step_kind, step_name, ${callColumns} FROM ${stepsOf(asked)}
            ORDER BY began, trace, span LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      parameters: { ...parameters, id, limit, offset },
    },
    reading,
  );
};

async function countSteps(asked: Asked, reading: QueryContext): Promise<number> {
  const { parameters, id } = asked;
  const sql = `SELECT count() AS total FROM ${stepsOf(asked)}`;
  const [row] = await readRows<{ total: string }>(
    { sql, parameters: { ...parameters, id } },
    reading,
  );
  return Number(row?.total ?? 0);
}

const stepOf = (
  row: Row,
  priceOf: LlmReads['priceOf'],
  messages: ReadonlyMap<string, readonly Message[]> | undefined,
): Answer['steps'][number] => ({
  kind: row.step_kind,
  name: row.step_kind === 'call' ? row.model : row.step_name,
  trace_id: hexOf(row.trace),
  span_id: spanIdOf(row.span),
  service_name: row.service,
  start_time: instantOf(unixNanosOf(row.began)),
  duration_ms: Number(row.nanos) / 1e6,
  has_error: row.failed === 1,
  error_type: row.error === '' ? null : row.error,
  call: row.step_kind === 'call' ? callOf(row, priceOf) : null,
  messages: messages === undefined ? null : [...(messages.get(spanKey(row)) ?? [])],
});
