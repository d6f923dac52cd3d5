import type { MailboxCounts } from '../../../../schemas/accounts/mailbox-events.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import {
  addressStream,
  mailboxStream,
  registrationStream,
  type StreamName,
} from '../../../../schemas/ids.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { peopleStreams } from '../members/people.ts';
import { addresses } from './address.ts';
import { codeRefusal, countedWrongCode } from './code-check.ts';
import { issueKey } from './issue-key.ts';
import { countsOf } from './mailbox.ts';
import { type Registration, registrations } from './registration.ts';

type Verify = CommandOf<'VerifyRegistration'>;

/** The mailbox is known once the registration was read. */
export function verifyRegistrationStreams({ data }: Verify, states: States): readonly StreamName[] {
  const registration = registrationStream(data.sessionId);
  const address = addressStream(data.addressHash);
  const counted = stateOf(registrations, states, registration)?.mailboxHash;
  const known = stateOf(addresses, states, address)?.user.organizationId;
  return [
    registration,
    address,
    ...(counted === undefined ? [] : [mailboxStream(counted)]),
    ...(known === undefined ? [] : peopleStreams(known)),
  ];
}

export function verifyRegistration(command: Verify, states: States): Decision {
  const { addressHash, sessionId, codeMac } = command.data;
  const registration = stateOf(registrations, states, registrationStream(sessionId));
  if (registration === undefined || registration.addressHash !== addressHash) {
    return reject('registration_unknown', 'there is no such registration');
  }
  const counts = countsOf(states, mailboxStream(registration.mailboxHash));
  const refused = codeRefusal({ ...registration, counts, again: 'register again' }, command.atMs);
  if (refused !== undefined) return refused;
  return registration.codeMac === codeMac
    ? issueKey(command, { registration, counts, states })
    : rejectCode(command, registration, counts);
}

/** Counted before it is refused: a crash between the two may cost a guess, never give one more. */
function rejectCode(
  { data: { sessionId }, atMs }: Verify,
  { attemptsLeft, mailboxHash }: Registration,
  counts: MailboxCounts,
): Decision {
  const rejected = { sessionId, attemptsLeft: attemptsLeft - 1 };
  return accept(countedWrongCode({ mailboxHash, sessionId, counts }, atMs), {
    stream: registrationStream(sessionId),
    facts: [{ type: 'VerificationCodeRejected', data: rejected }],
  });
}
