import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { mailboxStream, type StreamName, sessionStream } from '../../../../schemas/ids.ts';
import type { SessionRequested } from '../../../../schemas/sessions/events.ts';
import { countedCode } from '../accounts/code-check.ts';
import { codeValidMs } from '../accounts/registration.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';

type Request = CommandOf<'RequestSession'>;

export const requestSessionStreams = ({ data }: Request): readonly StreamName[] => [
  mailboxStream(data.mailboxHash),
];

/** The same of an address that nobody registered: else the limit would tell who is a member. */
export function requestSession(command: Request, states: States): Decision {
  const { sessionId } = command.data;
  const counted = countedCode(command.data, command.atMs, states);
  if ('kind' in counted) return counted;
  return accept(counted, { stream: sessionStream(sessionId), facts: [requested(command)] });
}

const requested = ({ data, atMs }: Request): SessionRequested => ({
  type: 'SessionRequested',
  data: { ...data, expiresAtMs: atMs + codeValidMs },
});
