import { endSession, endSessionStreams } from './end-session.ts';
import { requestSession, requestSessionStreams } from './request-session.ts';
import { sessions } from './session.ts';
import { verifySession, verifySessionStreams } from './verify-session.ts';

export const sessionsFeature = {
  aggregates: [sessions],
  deciders: {
    RequestSession: { streams: requestSessionStreams, decide: requestSession },
    VerifySession: { streams: verifySessionStreams, decide: verifySession },
    EndSession: { streams: endSessionStreams, decide: endSession },
  },
} as const;
