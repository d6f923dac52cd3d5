import type { MailboxCounts } from '../../../../schemas/accounts/mailbox-events.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { mailboxStream, type StreamName, sessionStream } from '../../../../schemas/ids.ts';
import { codeRefusal, countedWrongCode } from '../accounts/code-check.ts';
import { countsOf } from '../accounts/mailbox.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { type Session, sessionMs, sessions } from './session.ts';

type Verify = CommandOf<'VerifySession'>;

/** The mailbox is known once the session was read. */
export function verifySessionStreams({ data }: Verify, states: States): readonly StreamName[] {
  const stream = sessionStream(data.sessionId);
  const counted = stateOf(sessions, states, stream)?.mailboxHash;
  return [stream, ...(counted === undefined ? [] : [mailboxStream(counted)])];
}

export function verifySession(command: Verify, states: States): Decision {
  const { sessionId, codeMac } = command.data;
  const session = stateOf(sessions, states, sessionStream(sessionId));
  if (session === undefined) return reject('session_unknown', 'there is no such session');
  const counts = countsOf(states, mailboxStream(session.mailboxHash));
  const verified = session.started !== undefined;
  const code = { ...session, verified, counts, again: 'sign in again' };
  const refused = codeRefusal(code, command.atMs);
  if (refused !== undefined) return refused;
  // An address that nobody registered has no code, so no code is right.
  return session.codeMac === codeMac && session.memberships.length > 0
    ? startSession(command, session)
    : rejectCode(command, session, counts);
}

/** Nothing follows while an organization must be chosen: the code stays good for the choice. */
function startSession({ data, atMs }: Verify, { memberships }: Session): Decision {
  const { sessionId, hash, organizationId: chosen } = data;
  if (chosen === undefined && memberships.length > 1) return accept();
  const membership = memberships.find(
    ({ organizationId }) => organizationId === (chosen ?? organizationId),
  );
  if (membership === undefined) {
    return reject('organization_unknown', `this address has no organization ${chosen}`);
  }
  const started = { sessionId, ...membership, hash, expiresAtMs: atMs + sessionMs };
  return accept({
    stream: sessionStream(sessionId),
    facts: [{ type: 'SessionStarted', data: started }],
  });
}

/** Counted before it is refused: a crash between the two may cost a guess, never give one more. */
function rejectCode(
  { data: { sessionId }, atMs }: Verify,
  { attemptsLeft, mailboxHash }: Session,
  counts: MailboxCounts,
): Decision {
  const rejected = { sessionId, attemptsLeft: attemptsLeft - 1 };
  return accept(countedWrongCode({ mailboxHash, sessionId, counts }, atMs), {
    stream: sessionStream(sessionId),
    facts: [{ type: 'SessionCodeRejected', data: rejected }],
  });
}
