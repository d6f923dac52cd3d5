import type { Handler } from '../../../platform/http/handler.ts';
import type { Log } from '../../../platform/log.ts';
import { answerFromData, type CopilotReads } from './answer.ts';
import { respond } from './responses.ts';

/** POST /v1/copilot/ask: a question that belongs to no conversation. */
export const askCopilot =
  ({ log, reads }: { readonly log: Log; readonly reads: CopilotReads }): Handler<'askCopilot'> =>
  async request => {
    const parts = answerFromData(request.body.question.trim(), request, reads);
    const keep = async (): Promise<void> => undefined;
    return respond(request, { parts, conversationId: null, keep, log });
  };
