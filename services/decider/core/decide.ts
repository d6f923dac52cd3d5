import type { Command } from '../../../schemas/commands/command.ts';
import type { StreamName } from '../../../schemas/ids.ts';
import type { Decision, States } from './decision.ts';
import { recordQuota, recordQuotaStreams } from './record-quota.ts';
import { requestRegistration, requestRegistrationStreams } from './request-registration.ts';
import { revokeApiKey, revokeApiKeyStreams } from './revoke-api-key.ts';
import { verifyRegistration, verifyRegistrationStreams } from './verify-registration.ts';

/**
 * Streams whose states a decision needs, as far as the states read so far can tell. To be asked
 * again with more states until it names nothing new.
 */
export function streams(command: Command, states: States): readonly StreamName[] {
  switch (command.type) {
    case 'RequestRegistration':
      return requestRegistrationStreams(command);
    case 'VerifyRegistration':
      return verifyRegistrationStreams(command, states);
    case 'RevokeApiKey':
      return revokeApiKeyStreams(command, states);
    case 'RecordQuota':
      return recordQuotaStreams(command);
  }
}

/** What follows from a command. The same command over the same states gives the same decision. */
export function decide(command: Command, states: States): Decision {
  switch (command.type) {
    case 'RequestRegistration':
      return requestRegistration(command, states);
    case 'VerifyRegistration':
      return verifyRegistration(command, states);
    case 'RevokeApiKey':
      return revokeApiKey(command, states);
    case 'RecordQuota':
      return recordQuota(command, states);
  }
}
