import type { MailboxCounts } from '../../../../schemas/accounts/mailbox-events.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { mailboxStream, type StreamName, sessionStream } from '../../../../schemas/ids.ts';
import { membersStream } from '../../../../schemas/members/stream.ts';
import type { Membership } from '../../../../schemas/sessions/membership.ts';
import { codeRefusal, countedWrongCode } from '../accounts/code-check.ts';
import { countsOf } from '../accounts/mailbox.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { type Person, peopleStreams, personOf } from '../members/people.ts';
import { type Session, sessionMs, sessions } from './session.ts';

type Verify = CommandOf<'VerifySession'>;

/** The mailbox is known once the session was read. */
export function verifySessionStreams({ data }: Verify, states: States): readonly StreamName[] {
  const stream = sessionStream(data.sessionId);
  const session = stateOf(sessions, states, stream);
  if (session === undefined) return [stream];
  const chosen = chosenOf(data, session);
  const people = chosen === undefined ? [] : peopleStreams(chosen.organizationId);
  return [stream, mailboxStream(session.mailboxHash), ...people];
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
    ? startSession(command, session, states)
    : rejectCode(command, session, counts);
}

/** Nothing follows while an organization must be chosen: the code stays good for the choice. */
function startSession({ data, atMs }: Verify, session: Session, states: States): Decision {
  const { sessionId, hash, organizationId: wanted } = data;
  const chosen = chosenOf(data, session);
  if (chosen === undefined && wanted === undefined) return accept();
  const person = chosen && personOf(chosen.organizationId, chosen.userId, states);
  if (chosen === undefined || person === undefined || hasExpired(person, atMs))
    return reject(
      'organization_unknown',
      `this address has no organization ${chosen?.organizationId ?? wanted}`,
    );
  const { isInvitation: _, ...membership } = chosen;
  const { organizationId, userId } = membership;
  const joined = { type: 'MemberJoined', data: { organizationId, userId } } as const;
  const started = { sessionId, ...membership, hash, expiresAtMs: atMs + sessionMs };
  return accept(
    { stream: membersStream(organizationId), facts: person.hasJoined ? [] : [joined] },
    { stream: sessionStream(sessionId), facts: [{ type: 'SessionStarted', data: started }] },
  );
}

/**
 * The membership that a session is for: the one that is named, else the only one. Strangers can invite an address, so
 * invitations count for the second only where there is nothing else.
 */
function chosenOf(
  { organizationId: wanted }: Verify['data'],
  { memberships }: Pick<Session, 'memberships'>,
): Membership | undefined {
  if (wanted !== undefined) return memberships.find(each => each.organizationId === wanted);
  const own = memberships.filter(({ isInvitation }) => !isInvitation);
  const [first, ...others] = own.length > 0 ? own : memberships;
  return others.length === 0 ? first : undefined;
}

const hasExpired = ({ hasJoined, invited }: Person, atMs: number): boolean =>
  !hasJoined && invited !== undefined && invited.expiresAtMs <= atMs;

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
