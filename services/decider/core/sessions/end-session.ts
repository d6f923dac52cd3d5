import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { type StreamName, sessionStream } from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { sessions } from './session.ts';

type End = CommandOf<'EndSession'>;

export const endSessionStreams = ({ data }: End): readonly StreamName[] => [
  sessionStream(data.sessionId),
];

/** To end it again changes nothing. */
export function endSession({ data, organizationId: asking }: End, states: States): Decision {
  const { sessionId } = data;
  const stream = sessionStream(sessionId);
  const session = stateOf(sessions, states, stream);
  if (session?.started === undefined || session.started.organizationId !== asking) {
    return reject('session_unknown', `there is no session ${sessionId}`);
  }
  if (session.ended) return accept();
  return accept({
    stream,
    facts: [{ type: 'SessionEnded', data: { sessionId, ...session.started } }],
  });
}
