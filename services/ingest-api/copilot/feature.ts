import type { IngestShared } from '../shared.ts';
import { deleteConversation } from './delete-conversation.ts';

/** Conversations are started and continued beside the reads that answer them, in query-api. */
export const copilot = {
  projections: [],
  handlers: (shared: IngestShared) => ({ deleteConversation: deleteConversation(shared) }),
};
