import type { CommandOf } from '../../../schemas/commands/command.ts';
import type { RegistrationRequested } from '../../../schemas/events/account.ts';
import {
  type MailboxHash,
  mailboxHash,
  mailboxStream,
  registrationStream,
  type StreamName,
} from '../../../schemas/ids.ts';
import { accept, type Decision, reject, type States } from './decision.ts';
import { codesPerHourMax, countsOf, mayGetCode, withCode } from './mailbox.ts';
import { codeValidMs } from './registration.ts';
import { only } from './state.ts';

type Requested = CommandOf<'RequestRegistration'>;

export const requestRegistrationStreams = ({ data }: Requested): readonly StreamName[] => [
  mailboxStream(mailboxOf(data)),
];

/** Counted before it is asked for: a crash between the two may cost a code, never give one more. */
export function requestRegistration(command: Requested, states: States): Decision {
  const { addressHash, sessionId } = command.data;
  const stream = mailboxStream(mailboxOf(command.data));
  const counts = countsOf(only('mailbox', states.get(stream)));
  if (!mayGetCode(counts, command.atMs)) {
    return reject('too_many_codes', `at most ${codesPerHourMax} codes an hour go to one mailbox`);
  }
  const data = { addressHash, sessionId, counts: withCode(counts, command.atMs) };
  return accept(
    { stream, facts: [{ type: 'CodeSent', data }] },
    { stream: registrationStream(sessionId), facts: [requested(command)] },
  );
}

/** A command of version 1 names the address alone. */
const mailboxOf = (data: Requested['data']): MailboxHash =>
  data.mailboxHash ?? mailboxHash(data.addressHash);

const requested = ({ data, atMs }: Requested): RegistrationRequested => ({
  type: 'RegistrationRequested',
  data: { ...data, expiresAtMs: atMs + codeValidMs },
});
