import { formatApiKey } from '../../../platform/api-key.ts';
import { commandIdFor, type Outcome } from '../../../platform/commands/execute.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { HttpProblem } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { registrations } from '../../../projections/registrations.ts';
import type { Projections } from '../../../projections/run.ts';
import type { RegistrationVerified } from '../../../schemas/events/account.ts';
import { mailboxStream } from '../../../schemas/ids.ts';
import type { Plan } from '../../../schemas/quota.ts';
import { accepted, command, idempotencyKeyOf, requestHash } from './command.ts';
import type { NetworkWrongCodes, TriedCode } from './network-wrong-codes.ts';
import { rejectionProblem } from './rejection.ts';
import { verificationWish } from './verification-wish.ts';

export type VerifyDependencies = {
  readonly topicLog: TopicLog;
  readonly projections: Pick<Projections, 'barrier' | 'get' | 'known' | 'outcome'>;
  readonly keyring: Keyring;
  readonly wrongCodes: NetworkWrongCodes;
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
    wrongCodes,
    freePlan,
    dashboardUrl,
  }: VerifyDependencies): Handler<'verify'> =>
  async request => {
    const { session_id: session, code } = request.body;
    await projections.barrier(request.signal);
    const registration = projections.get(registrations, session);
    if (registration === undefined) throw unknownSession(request.receivedAtMs);
    const id = commandIdFor(session, 'verify', idempotencyKeyOf(request.headers));
    const envelope = {
      id,
      stream: mailboxStream(registration.mailboxHash),
      atMs: request.receivedAtMs,
      correlationId: request.requestId,
      actor: `session:${session}`,
      requestHash: await requestHash('verify', { session, code }, keyring),
    };
    const apiKey = formatApiKey('live', await keyring.mac('api-key', id));
    const { signal, receivedAtMs } = request;
    const wish = () =>
      verificationWish(
        { id, code, apiKey, registration, receivedAtMs },
        { projections, keyring, freePlan },
      );
    const outcome = await tried(wrongCodes.enter(request.address), () =>
      command({ envelope, wish, signal }, { topicLog, outcomes: projections }),
    );
    const { userId, organizationId, serviceName } = verified(outcome, request);
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

async function tried(
  leave: (tried: TriedCode) => void,
  check: () => Promise<Outcome>,
): Promise<Outcome> {
  let found: TriedCode = 'other';
  try {
    const outcome = await check();
    if (outcome.type === 'VerificationCodeRejected') found = 'wrong';
    return outcome;
  } finally {
    leave(found);
  }
}

function verified(
  outcome: Outcome,
  request: { readonly receivedAtMs: number },
): RegistrationVerified['data'] {
  const { type, data } = accepted(outcome, request);
  if (type === 'RegistrationVerified') return data;
  if (type === 'VerificationCodeRejected') throw wrongCode(data.attemptsLeft);
  throw new Error(`expected RegistrationVerified to answer, found ${type}`);
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

const unknownSession = (nowMs: number): HttpProblem =>
  rejectionProblem(
    { reason: 'registration_unknown', message: 'there is no such registration' },
    nowMs,
  );
