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
import { accept, type Decision } from '../decision.ts';
import { countedCode } from './code-check.ts';
import { codeValidMs } from './registration.ts';

type Requested = CommandOf<'RequestRegistration'>;

export const requestRegistrationStreams = ({ data }: Requested): readonly StreamName[] => [
  mailboxStream(mailboxOf(data)),
];

export function requestRegistration(command: Requested, states: States): Decision {
  const { addressHash, sessionId } = command.data;
  const asking = { addressHash, sessionId, mailboxHash: mailboxOf(command.data) };
  const counted = countedCode(asking, command.atMs, states);
  if ('kind' in counted) return counted;
  return accept(counted, { stream: registrationStream(sessionId), facts: [requested(command)] });
}

/** A command of version 1 names the address alone. */
const mailboxOf = (data: Requested['data']): MailboxHash =>
  data.mailboxHash ?? mailboxHash(data.addressHash);

const requested = ({ data, atMs }: Requested): RegistrationRequested => ({
  type: 'RegistrationRequested',
  data: { ...data, expiresAtMs: atMs + codeValidMs },
});
