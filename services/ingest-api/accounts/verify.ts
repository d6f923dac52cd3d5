import { formatApiKey, hashApiKey } from '../../../platform/api-key.ts';
import { commandIdFor, type Outcome } from '../../../platform/commands/execute.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { HttpProblem } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import { verificationCode, verificationCodeMac } from '../../../platform/verification-code.ts';
import {
  type RegistrationRow,
  registrations,
} from '../../../projections/accounts/registrations.ts';
import { users } from '../../../projections/accounts/users.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { VerifyRegistration } from '../../../schemas/commands/account.ts';
import type { RegistrationVerified } from '../../../schemas/events/account.ts';
import {
  addressStream,
  type CommandId,
  channelId,
  keyId,
  organizationId,
  userId,
} from '../../../schemas/ids.ts';
import type { Plan } from '../../../schemas/quota.ts';
import { accepted, command, idempotencyKeyOf, requestHash } from './command.ts';
import { organizationName } from './organization-name.ts';
import { rejectionProblem } from './rejection.ts';

export type VerifyDependencies = {
  readonly topicLog: TopicLog;
  readonly projections: Pick<Projections, 'barrier' | 'get' | 'known' | 'outcome'>;
  readonly keyring: Keyring;
  /** What an organization gets that is made here. */
  readonly freePlan: Plan;
  readonly dashboardUrl: (serviceName: string) => string;
};

/** Ends a registration and gives the key. The key follows from the command, so that a repetition gives it again. */
export const verify =
  ({
    topicLog,
    projections,
    keyring,
    freePlan,
    dashboardUrl,
  }: VerifyDependencies): Handler<'verify'> =>
  async request => {
    const { session_id: session, code } = request.body;
    await projections.barrier(request.signal);
    const registration = projections.get(registrations, session);
    if (registration === undefined) throw unknownSession();
    const id = commandIdFor(session, 'verify', idempotencyKeyOf(request.headers));
    const envelope = {
      id,
      stream: addressStream(registration.addressHash),
      atMs: request.receivedAtMs,
      correlationId: request.requestId,
      actor: `session:${session}`,
      requestHash: await requestHash('verify', { session, code }, keyring),
    };
    const apiKey = formatApiKey('live', await keyring.mac('api-key', id));
    const wish = () =>
      wishOf(request, { id, apiKey, registration, projections, keyring, freePlan });
    const outcome = await command(
      { envelope, wish, signal: request.signal },
      { topicLog, outcomes: projections },
    );
    const { userId, organizationId, serviceName } = verified(outcome);
    return {
      status: 200,
      body: {
        api_key: apiKey,
        user_id: userId,
        organization_id: organizationId,
        service_name: serviceName,
        dashboard_url: dashboardUrl(serviceName),
      },
    };
  };

function verified(outcome: Outcome): RegistrationVerified['data'] {
  const { type, data } = accepted(outcome);
  if (type === 'RegistrationVerified') return data;
  if (type === 'VerificationCodeRejected') throw wrongCode(data.attemptsLeft);
  throw new Error(`expected RegistrationVerified to answer, found ${type}`);
}

type Verification = {
  readonly id: CommandId;
  readonly apiKey: string;
  readonly registration: RegistrationRow;
  readonly projections: VerifyDependencies['projections'];
  readonly keyring: Keyring;
  readonly freePlan: Plan;
};

async function wishOf(
  { body }: HttpRequest<'verify'>,
  verification: Verification,
): Promise<VerifyRegistration> {
  const { id, apiKey, registration, keyring } = verification;
  const { sessionId, addressHash } = registration;
  return {
    type: 'VerifyRegistration',
    data: {
      sessionId,
      addressHash,
      codeMac: await verificationCodeMac(sessionId, body.code, keyring),
      apiKey: {
        id: keyId(uuidV5(id, 'api-key')),
        kind: 'live',
        hash: hashApiKey(apiKey),
        hint: apiKey.slice(-4),
      },
      ifNew: await ifNew(body.code, verification),
    },
  };
}

/** A new organization gets a key of its own, so only a right code from a new address makes one. */
async function ifNew(
  code: string,
  { registration, projections, keyring, freePlan }: Verification,
): Promise<VerifyRegistration['data']['ifNew']> {
  const { sessionId, addressHash, email } = registration;
  const known = projections.get(users, addressHash);
  const isNew = known === undefined && code === (await verificationCode(sessionId, keyring));
  const organization = organizationId(uuidV5(sessionId, 'organization'));
  return {
    userId: userId(uuidV5(sessionId, 'user')),
    organizationId: organization,
    generatedName: organizationName(uuidV5(sessionId, 'name')),
    channelId: channelId(uuidV5(sessionId, 'channel')),
    email: isNew ? await reseal(registration, organization, keyring) : email,
    plan: freePlan,
  };
}

async function reseal(
  { sessionId, email, verifiedAtMs }: RegistrationRow,
  organization: VerifyRegistration['data']['ifNew']['organizationId'],
  keyring: Keyring,
) {
  const address = await keyring.unseal({ kind: 'registration', id: sessionId }, email);
  if (address === undefined) throw verifiedAtMs === undefined ? ended() : used();
  return keyring.seal({ kind: 'organization', id: organization }, address);
}

function wrongCode(attemptsLeft: number): HttpProblem {
  const left =
    attemptsLeft === 0
      ? 'there are no attempts left, register again'
      : `${attemptsLeft} ${attemptsLeft === 1 ? 'attempt' : 'attempts'} left`;
  return new HttpProblem({
    status: 400,
    code: 'verification_code_invalid',
    message: `the verification code is wrong, ${left}`,
  });
}

const unknownSession = (): HttpProblem =>
  rejectionProblem({ reason: 'registration_unknown', message: 'there is no such registration' });

const ended = (): HttpProblem =>
  rejectionProblem({
    reason: 'verification_code_expired',
    message: 'the verification code has expired, register again to get a new one',
  });

const used = (): HttpProblem =>
  rejectionProblem({
    reason: 'verification_code_used',
    message: 'the verification code was used already',
  });
