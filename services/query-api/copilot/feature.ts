import type { ToolDependencies } from '../mcp/run-tool.ts';
import type { QueryShared } from '../shared.ts';
import { askCopilot } from './ask.ts';
import { getConversation } from './conversation.ts';
import { listConversations } from './list-conversations.ts';
import { openAnswers } from './model/open-answers.ts';
import type { CopilotReads } from './reading.ts';
import { sendMessage } from './send-message.ts';
import { startConversation } from './start-conversation.ts';

/** The assistant: questions about what the routes of query-api read, and conversations of them. */
export function openCopilot(
  tools: QueryShared & ToolDependencies & { readonly reads: CopilotReads },
) {
  const endpoint = { ...tools, outcomes: tools.projections };
  const dependencies = { ...endpoint, answer: openAnswers(endpoint) };
  return {
    askCopilot: askCopilot(dependencies),
    startConversation: startConversation(dependencies),
    listConversations: listConversations(dependencies),
    getConversation: getConversation(dependencies),
    sendMessage: sendMessage(dependencies),
  };
}
