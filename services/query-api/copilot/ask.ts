import type { Handler } from '../../../platform/http/handler.ts';
import type { Log } from '../../../platform/log.ts';
import type { AnswerQuestion } from './model/open-answers.ts';
import { respond } from './responses.ts';

/** POST /v1/copilot/ask: a question that belongs to no conversation. */
export const askCopilot =
  ({
    answer,
    log,
  }: {
    readonly answer: AnswerQuestion;
    readonly log: Log;
  }): Handler<'askCopilot'> =>
  async request => {
    const { question, timezone: timeZone } = request.body;
    const asked = { question: question.trim(), earlier: [], timeZone };
    const parts = answer(asked, request);
    const keep = async (): Promise<void> => undefined;
    return respond(request, { parts, conversationId: null, keep, log });
  };
