import { feature } from '../feature.ts';
import type { CopilotCommand } from './commands.ts';
import type { CopilotEvent } from './events.ts';
import { copilotRoutes } from './routes.ts';

export const copilot = feature<CopilotCommand, CopilotEvent>()({
  area: 'Assistant',
  commands: {
    StartConversation: true,
    AskQuestion: true,
    GiveAnswer: true,
    DeleteConversation: true,
    CountModelUse: true,
  },
  events: {
    ConversationStarted: true,
    QuestionAsked: true,
    AnswerGiven: true,
    ConversationDeleted: true,
    ModelUseCounted: true,
  },
  rejections: { not_found: 404, limit_reached: 409 },
  routes: copilotRoutes,
});
