import type { RegistrationRequested } from '../../../../schemas/accounts/events.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import {
  type MailboxHash,
  mailboxHash,
  mailboxStream,
  registrationStream,
  type StreamName,
} from '../../../../schemas/ids.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { codesPerHourMax, countsOf, mayGetCode, withCode } from './mailbox.ts';
import { codeValidMs } from './registration.ts';

type Requested = CommandOf<'RequestRegistration'>;

export const requestRegistrationStreams = ({ data }: Requested): readonly StreamName[] => [
  mailboxStream(mailboxOf(data)),
];

/** Counted before the code is sent: a crash in between can cost a code, but never gives an additional one. */
export function requestRegistration(command: Requested, states: States): Decision {
  const { addressHash, sessionId } = command.data;
  const stream = mailboxStream(mailboxOf(command.data));
  const counts = countsOf(states, stream);
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
