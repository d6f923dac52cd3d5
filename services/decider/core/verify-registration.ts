import type { CommandOf } from '../../../schemas/commands/command.ts';
import type { MailboxCounts } from '../../../schemas/events/mailbox.ts';
import {
  addressStream,
  mailboxStream,
  organizationStream,
  registrationStream,
  type StreamName,
} from '../../../schemas/ids.ts';
import { accept, type Decision, type Rejected, reject, type States } from './decision.ts';
import { issueKey } from './issue-key.ts';
import { countsOf, withWrongCode } from './mailbox.ts';
import type { Registration } from './registration.ts';
import { only } from './state.ts';

type Verify = CommandOf<'VerifyRegistration'>;

/** The mailbox is known once the registration was read, the organization once the address was. */
export function verifyRegistrationStreams({ data }: Verify, states: States): readonly StreamName[] {
  const registration = registrationStream(data.sessionId);
  const address = addressStream(data.addressHash);
  const counted = only('registration', states.get(registration))?.mailboxHash;
  const known = only('address', states.get(address))?.user.organizationId;
  return [
    ...[registration, address],
    ...(counted === undefined ? [] : [mailboxStream(counted)]),
    ...(known === undefined ? [] : [organizationStream(known)]),
  ];
}

export function verifyRegistration(command: Verify, states: States): Decision {
  const { addressHash, sessionId, codeMac } = command.data;
  const registration = only('registration', states.get(registrationStream(sessionId)));
  if (registration === undefined || registration.addressHash !== addressHash) {
    return reject('registration_unknown', 'there is no such registration');
  }
  const counts = countsOf(only('mailbox', states.get(mailboxStream(registration.mailboxHash))));
  const refused = refusal(registration, command.atMs) ?? paused(counts, command.atMs);
  if (refused !== undefined) return refused;
  return registration.codeMac === codeMac
    ? issueKey(command, { registration, counts, states })
    : rejectCode(command, registration, counts);
}

function refusal(registration: Registration, atMs: number): Rejected | undefined {
  if (registration.verified) {
    return reject('verification_code_used', 'the verification code was used already');
  }
  if (registration.attemptsLeft <= 0) {
    return reject('verification_locked', 'too many wrong codes were tried, register again');
  }
  if (atMs >= registration.expiresAtMs) {
    return reject(
      'verification_code_expired',
      'the verification code has expired, register again to get a new one',
    );
  }
  return undefined;
}

/** A pause refuses the right code too, or the answer would reveal it. */
function paused({ wrongCodes: { pausedUntilMs } }: MailboxCounts, atMs: number) {
  if (atMs >= pausedUntilMs) return undefined;
  return reject(
    'too_many_wrong_codes',
    `too many wrong codes were tried for this mailbox, try again after ${minuteAfter(pausedUntilMs)} UTC`,
    pausedUntilMs,
  );
}

const minuteAfter = (atMs: number): string =>
  new Date(Math.ceil(atMs / 60_000) * 60_000).toISOString().slice(0, 16).replace('T', ' ');

/** Counted before it is refused: a crash between the two may cost a guess, never give one more. */
function rejectCode(
  { data: { sessionId }, atMs }: Verify,
  { attemptsLeft, mailboxHash }: Registration,
  counts: MailboxCounts,
): Decision {
  const counted = { mailboxHash, sessionId, counts: withWrongCode(counts, atMs) };
  const rejected = { sessionId, attemptsLeft: attemptsLeft - 1 };
  return accept(
    {
      stream: mailboxStream(mailboxHash),
      facts: [{ type: 'WrongCodeCounted', data: counted }],
    },
    {
      stream: registrationStream(sessionId),
      facts: [{ type: 'VerificationCodeRejected', data: rejected }],
    },
  );
}
