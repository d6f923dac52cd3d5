import type { ConversationId } from '../../schemas/copilot/ids.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { newestFirst } from '../alerts/alert-history.ts';
import type { Projection } from '../engine/projection.ts';
import { conversationKeptMs } from './conversations.ts';

export type ListedConversationRow = {
  readonly conversationId: ConversationId;
  readonly startedAtMs: number;
};

export const conversationsOf = (organizationId: OrganizationId): string => `${organizationId}/`;

type Read = 'ConversationStarted' | 'ConversationDeleted';

/** The conversations of each organization, the newest first. */
export const conversationList: Projection<ListedConversationRow, EventOf<Read>> = {
  name: 'conversation-list',
  version: 1,
  types: new Set(['ConversationStarted', 'ConversationDeleted']),
  keys: ({ type, data, atMs }) => {
    const startedAtMs = type === 'ConversationStarted' ? atMs : data.startedAtMs;
    return [
      `${conversationsOf(data.organizationId)}${newestFirst(startedAtMs)}/${data.conversationId}`,
    ];
  },
  project: (_, { type, data: { conversationId }, atMs }) =>
    type === 'ConversationDeleted' ? undefined : { conversationId, startedAtMs: atMs },
  retention: { ms: conversationKeptMs, endedAtMs: ({ startedAtMs }) => startedAtMs },
};
