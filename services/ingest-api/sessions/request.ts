import {
  verificationCode,
  verificationCodeMac,
} from '../../../domain/accounts/verification-code.ts';
import {
  type Accepted,
  commandEndpoint,
  type EndpointDependencies,
} from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { KeyOwner, Keyring } from '../../../platform/keyring/port.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import {
  type CommandId,
  mailboxStream,
  nilOrganization,
  type SessionId,
  sessionId,
} from '../../../schemas/ids.ts';
import type { RequestSession } from '../../../schemas/sessions/commands.ts';
import type { SessionRequested } from '../../../schemas/sessions/events.ts';
import { membershipsOf, type Signing } from './memberships.ts';

export type RequestSessionDependencies = EndpointDependencies & {
  readonly keyring: Keyring;
  readonly projections: Pick<Projections, 'barrier' | 'get' | 'list'>;
};

const ownerOf = (id: SessionId): KeyOwner => ({ kind: 'registration', id });

const sessionOf = (id: CommandId): SessionId => sessionId(uuidV5(id, 'session'));

/** POST /v1/sessions. The answer, and the work for it, are the same whether or not the address is known. */
export const requestSession = (
  dependencies: RequestSessionDependencies,
): Handler<'requestSession'> =>
  commandEndpoint(
    {
      route: 'requestSession',
      prepare: ({ body, receivedAtMs: atMs, signal }) =>
        membershipsOf(body.email, { ...dependencies, atMs }, signal),
      // One address's keys of repetition are not another's.
      scope: (_, { addressHash }) => uuidV5(nilOrganization, addressHash),
      sender: ({ id }) => ({ actor: `session:${sessionOf(id)}` }),
      stream: ({ found }) => mailboxStream(found.mailboxHash),
      payload: ({ request: { body }, found, id }) =>
        wishOf(body.email, { ...found, sessionId: sessionOf(id) }, dependencies.keyring),
      around: async ({ id }, send) => {
        const outcome = await send();
        // Nothing can complete this sign-in, so its key is deleted now.
        if (outcome.type === 'CommandRejected')
          await dependencies.keyring.destroy(ownerOf(sessionOf(id)));
        return outcome;
      },
      respond: (outcome, { request: { body }, id }) => ({
        status: 200,
        body: {
          verification_required: true,
          session_id: sessionOf(id),
          message: `A mail was sent to ${body.email}; it has a code if an organization is registered there`,
          expires_at: new Date(requested(outcome).expiresAtMs).toISOString(),
        },
      }),
    },
    dependencies,
  );

/** The address leaves this process sealed, so the topic and the event store never contain it in clear. */
async function wishOf(
  email: string,
  signing: Signing & { readonly sessionId: SessionId },
  keyring: Keyring,
): Promise<RequestSession> {
  const { sessionId: id } = signing;
  const code = await verificationCode(id, keyring);
  return {
    type: 'RequestSession',
    data: {
      ...signing,
      email: await keyring.seal(ownerOf(id), email),
      codeMac: await verificationCodeMac(id, code, keyring),
    },
  };
}

function requested({ type, data }: Accepted): SessionRequested['data'] {
  if (type === 'SessionRequested') return data;
  throw new Error(`expected SessionRequested to answer, found ${type}`);
}
