import type { CommandOf } from '../../../schemas/commands/command.ts';
import type { RegistrationRequested } from '../../../schemas/events/account.ts';
import { addressStream, registrationStream, type StreamName } from '../../../schemas/ids.ts';
import { codesPerHourMax, mayGetCode } from './address.ts';
import { accept, type Decision, reject, type States } from './decision.ts';
import { codeValidMs } from './registration.ts';
import { only } from './state.ts';

type Requested = CommandOf<'RequestRegistration'>;

export const requestRegistrationStreams = ({ data }: Requested): readonly StreamName[] => [
  addressStream(data.addressHash),
];

/** Counted before it is asked for: a crash between the two may cost a code, never give one more. */
export function requestRegistration(command: Requested, states: States): Decision {
  const { addressHash, sessionId } = command.data;
  const address = addressStream(addressHash);
  if (!mayGetCode(only('address', states.get(address)), command.atMs)) {
    return reject('too_many_codes', `at most ${codesPerHourMax} codes an hour go to one address`);
  }
  return accept(
    { stream: address, facts: [{ type: 'CodeSent', data: { addressHash, sessionId } }] },
    { stream: registrationStream(sessionId), facts: [requested(command)] },
  );
}

const requested = ({ data, atMs }: Requested): RegistrationRequested => ({
  type: 'RegistrationRequested',
  data: { ...data, expiresAtMs: atMs + codeValidMs },
});
