import { uuidBytes } from '../../platform/columns/uuid.ts';
import type { Handler, Principal } from '../../platform/http/handler.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { QueryOf, ResponseOf, RouteName } from '../../schemas/http/routes.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { llmPrices } from '../../schemas/llm/prices.ts';
import { listLlmCalls } from '../../services/query-api/llm/calls.ts';
import { getLlmConversation } from '../../services/query-api/llm/conversation.ts';
import { listLlmConversations } from '../../services/query-api/llm/conversations.ts';
import { openLlmReads } from '../../services/query-api/llm/reads.ts';
import { llmStats } from '../../services/query-api/llm/stats.ts';
import { body, type JsonSpan, traces } from './otlp.ts';
import { decoded } from './otlp-rows.ts';

type Reads = 'listLlmCalls' | 'llmStats' | 'listLlmConversations' | 'getLlmConversation';
type Asked<Name extends Reads> = Partial<QueryOf<Name>>;

type Given = {
  readonly warehouse: Warehouse;
  readonly nowMs: number;
  /** As in a price table. */
  readonly prices?: readonly object[];
  readonly isContentShown?: boolean;
};

/** Calls of language models of a new organization in a warehouse, and how they read. */
export function openLlmCalls({ warehouse, nowMs, prices = [], isContentShown = false }: Given) {
  const organization = randomUuid() as OrganizationId;
  const reads = openLlmReads({
    warehouse,
    clock: () => nowMs,
    configuration: { llm: { prices: llmPrices.parse(prices), isContentShown } },
  });
  const ask = async <Name extends RouteName>(
    handler: Handler<Name>,
    query: object,
    params: object = {},
  ): Promise<ResponseOf<Name>> => {
    const answer = await (handler as unknown as Handler)({
      query,
      params,
      key: { organizationId: organization } as Principal,
      signal: new AbortController().signal,
      requestId: '',
      receivedAtMs: nowMs,
      body: undefined,
      headers: {},
      address: '',
      checkKey: async () => undefined,
    } as never);
    return answer.body as ResponseOf<Name>;
  };
  return {
    organization,
    /** Writes spans that are received together, in one batch. */
    write: async (spans: readonly JsonSpan[], service = 'bot'): Promise<void> => {
      const batch = decoded(body(traces(spans, service), 'protobuf'), 'protobuf', {
        receivedAtMs: nowMs,
        requestIndex: 0,
        organization: uuidBytes(organization),
        request: uuidBytes(randomUuid()),
      });
      const columns = batch.columns({ knownSeconds: Math.floor(nowMs / 1000) });
      await warehouse.insertColumns('spans', spans.length, columns);
    },
    calls: (query: Asked<'listLlmCalls'> = {}) =>
      ask(listLlmCalls(reads), { window: '24h', limit: 200, offset: 0, ...query }),
    conversations: (query: Asked<'listLlmConversations'> = {}) =>
      ask(listLlmConversations(reads), { window: '24h', limit: 50, offset: 0, ...query }),
    conversation: (id: string, query: Asked<'getLlmConversation'> = {}) =>
      ask(getLlmConversation(reads), { window: '24h', limit: 50, offset: 0, ...query }, { id }),
    stats: (query: Asked<'llmStats'> = {}) => ask(llmStats(reads), { window: '24h', ...query }),
  };
}
