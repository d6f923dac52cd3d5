import {
  type Accepted,
  commandEndpoint,
  type EndpointDependencies,
} from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { HttpProblem } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import { registrations } from '../../../projections/accounts/registrations.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { RegistrationVerified } from '../../../schemas/accounts/events.ts';
import type { Plan } from '../../../schemas/billing/quota.ts';
import { mailboxStream } from '../../../schemas/ids.ts';
import { keyTextOf } from '../api-keys/new-key.ts';
import type { NetworkWrongCodes } from './network-wrong-codes.ts';
import { tried, wrongCode } from './tried-code.ts';
import { verificationWish } from './verification-wish.ts';

export type VerifyDependencies = EndpointDependencies & {
  readonly projections: Pick<Projections, 'barrier' | 'get'>;
  readonly keyring: Keyring;
  readonly wrongCodes: NetworkWrongCodes;
  /** What an organization gets that is made here. */
  readonly freePlan: Plan;
  readonly dashboardUrl: (serviceName: string) => string;
};

/** Ends a registration and gives the key. The key follows from the command, so that a repetition gives it again. */
export const verify = (dependencies: VerifyDependencies): Handler<'verify'> =>
  commandEndpoint(
    {
      route: 'verify',
      prepare: async ({ body, receivedAtMs, signal }) => {
        const { projections } = dependencies;
        await projections.barrier(signal);
        const registration = projections.get(registrations, body.session_id);
        if (registration === undefined) throw unknownSession(receivedAtMs);
        return registration;
      },
      scope: ({ body }) => body.session_id,
      sender: ({ request: { body } }) => ({ actor: `session:${body.session_id}` }),
      stream: ({ found }) => mailboxStream(found.mailboxHash),
      hashed: ({ body: { session_id: session, code } }) => ({ session, code }),
      payload: async ({ request, found: registration, id }) => {
        const apiKey = await keyTextOf(id, 'live', dependencies.keyring);
        const { body, receivedAtMs } = request;
        return verificationWish(
          { id, code: body.code, apiKey, registration, receivedAtMs },
          dependencies,
        );
      },
      around: ({ request }, send) => tried(dependencies.wrongCodes.enter(request.address), send),
      respond: async (outcome, { id }) => {
        const { userId, organizationId, serviceName } = verified(outcome);
        return {
          status: 200,
          body: {
            api_key: await keyTextOf(id, 'live', dependencies.keyring),
            user_id: userId,
            organization_id: organizationId,
            service_name: serviceName,
            dashboard_url: dependencies.dashboardUrl(serviceName),
          },
        };
      },
    },
    dependencies,
  );

function verified({ type, data }: Accepted): RegistrationVerified['data'] {
  if (type === 'RegistrationVerified') return data;
  if (type === 'VerificationCodeRejected') throw wrongCode(data.attemptsLeft, 'register again');
  throw new Error(`expected RegistrationVerified to answer, found ${type}`);
}

const unknownSession = (nowMs: number): HttpProblem =>
  rejectionProblem(
    { reason: 'registration_unknown', message: 'there is no such registration' },
    nowMs,
  );
