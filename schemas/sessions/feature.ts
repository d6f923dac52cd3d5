import { feature } from '../feature.ts';
import type { SessionCommand } from './commands.ts';
import type { SessionEvent } from './events.ts';
import { sessionRoutes } from './routes.ts';

/** Codes are rejected for the reasons of registrations. */
export const sessions = feature<SessionCommand, SessionEvent>()({
  area: 'Sign-in',
  commands: { RequestSession: true, VerifySession: true, EndSession: true },
  events: {
    SessionRequested: true,
    SessionCodeRejected: true,
    SessionStarted: true,
    SessionEnded: true,
  },
  rejections: { session_unknown: 404 },
  routes: sessionRoutes,
});
