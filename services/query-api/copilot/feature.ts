import type { QueryShared } from '../shared.ts';
import type { CopilotReads } from './answer.ts';
import { askCopilot } from './ask.ts';
import { getConversation } from './conversation.ts';
import { listConversations } from './list-conversations.ts';
import { sendMessage } from './send-message.ts';
import { startConversation } from './start-conversation.ts';

/** The assistant: questions about what the routes of query-api read, and conversations of them. */
export function openCopilot(shared: QueryShared, reads: CopilotReads) {
  const dependencies = { ...shared, outcomes: shared.projections, reads };
  return {
    askCopilot: askCopilot(dependencies),
    startConversation: startConversation(dependencies),
    listConversations: listConversations(dependencies),
    getConversation: getConversation(dependencies),
    sendMessage: sendMessage(dependencies),
  };
}
