import { verificationCodeMac } from '../../../domain/accounts/verification-code.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { KeyOwner, Keyring } from '../../../platform/keyring/port.ts';
import { reveal } from '../../../platform/privacy/personal.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import type { RegistrationRow } from '../../../projections/accounts/registrations.ts';
import { users } from '../../../projections/accounts/users.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { VerifyRegistration } from '../../../schemas/accounts/commands.ts';
import type { Personal } from '../../../schemas/accounts/personal.ts';
import type { Plan } from '../../../schemas/billing/quota.ts';
import type { RejectionReason } from '../../../schemas/features.ts';
import {
  type CommandId,
  channelId,
  type OrganizationId,
  organizationId,
  type Sealed,
  userId,
} from '../../../schemas/ids.ts';
import { newKeyOf } from '../api-keys/new-key.ts';
import { organizationName } from './organization-name.ts';

type Verification = {
  readonly id: CommandId;
  readonly code: string;
  readonly apiKey: string;
  readonly registration: RegistrationRow;
  readonly receivedAtMs: number;
};

type Dependencies = {
  readonly projections: Pick<Projections, 'get'>;
  readonly keyring: Keyring;
  readonly freePlan: Plan;
};

/**
 * The command that checks a code. Only the decider compares the code. This function does the same work for
 * every code, because a difference in time would reveal the right one during a pause, when tries are free.
 */
export async function verificationWish(
  verification: Verification,
  { projections, keyring, freePlan }: Dependencies,
): Promise<VerifyRegistration> {
  const { id, code, apiKey, registration } = verification;
  const { sessionId, addressHash, metadata } = registration;
  const own = organizationId(uuidV5(sessionId, 'organization'));
  const known = projections.get(users, addressHash)?.organizationId ?? own;
  const sealFor = openSealFor(verification, keyring);
  return {
    type: 'VerifyRegistration',
    data: {
      sessionId,
      addressHash,
      codeMac: await verificationCodeMac(sessionId, code, keyring),
      apiKey: { ...newKeyOf(id, apiKey), kind: 'live' },
      ifNew: {
        userId: userId(uuidV5(sessionId, 'user')),
        organizationId: own,
        displayName: { sealed: await sealFor(own, nameOf(registration)) },
        channelId: channelId(uuidV5(sessionId, 'channel')),
        email: await sealFor(own, { sealed: registration.email }),
        plan: freePlan,
      },
      ...(metadata && {
        described: { organizationId: known, metadata: await sealFor(known, metadata) },
      }),
    },
  };
}

const nameOf = ({ displayName, sessionId }: RegistrationRow): Personal =>
  displayName ?? { clear: organizationName(uuidV5(sessionId, 'name')) };

type SealFor = (organization: OrganizationId, personal: Personal) => Promise<Sealed>;

/** Seals for an organization what was sealed for the registration. Throws if the registration has ended. */
function openSealFor({ registration, receivedAtMs }: Verification, keyring: Keyring): SealFor {
  const registering: KeyOwner = { kind: 'registration', id: registration.sessionId };
  return async (organization, personal) => {
    const text = await reveal(registering, personal, keyring);
    if (text !== undefined) return keyring.seal({ kind: 'organization', id: organization }, text);
    const reason = registration.verifiedAtMs === undefined ? expired : used;
    throw rejectionProblem(reason, receivedAtMs);
  };
}

type Reason = { readonly reason: RejectionReason; readonly message: string };

const expired: Reason = {
  reason: 'verification_code_expired',
  message: 'the verification code has expired, register again to get a new one',
};

const used: Reason = {
  reason: 'verification_code_used',
  message: 'the verification code was used already',
};
