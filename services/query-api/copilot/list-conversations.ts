import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import {
  conversationList,
  conversationsOf,
} from '../../../projections/copilot/conversation-list.ts';
import { conversationKey, conversations } from '../../../projections/copilot/conversations.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import { copilotLimits } from './config.ts';
import { conversationHead, openUnseal } from './conversation-head.ts';

type Reads = {
  readonly projections: Pick<Projections, 'state'>;
  readonly keyring: Pick<Keyring, 'unseal'>;
};

/** GET /v1/copilot/conversations: the newest first. */
export const listConversations =
  ({ projections, keyring }: Reads): Handler<'listConversations'> =>
  async ({ key: { organizationId }, query, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const unseal = openUnseal(organizationId, keyring);
    const { items, next } = await listOf({
      organizationId,
      signal,
      state,
      query,
      projection: conversationList,
      prefix: conversationsOf(organizationId),
      max: copilotLimits.conversationsScannedMax,
      change: async ({ conversationId: id, startedAtMs }) => {
        const row = state.get(conversations, conversationKey(organizationId, id));
        return conversationHead(id, row ?? { startedAtMs }, unseal);
      },
    });
    const body = { conversations: items, limit: query.limit, next_cursor: next };
    return { status: 200, body: bodyOf<ResponseOf<'listConversations'>>(body) };
  };
