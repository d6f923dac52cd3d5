import {
  verificationCode,
  verificationCodeMac,
} from '../../../domain/accounts/verification-code.ts';
import {
  type Accepted,
  commandEndpoint,
  type EndpointDependencies,
} from '../../../platform/commands/endpoint.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import type { KeyOwner, Keyring } from '../../../platform/keyring/port.ts';
import { recipientOf } from '../../../platform/privacy/address-hashes.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import type { RequestRegistration } from '../../../schemas/accounts/commands.ts';
import type { RegistrationRequested } from '../../../schemas/accounts/events.ts';
import { defaultSource, sourceHeader } from '../../../schemas/accounts/routes.ts';
import {
  type AddressHash,
  type CommandId,
  type MailboxHash,
  mailboxStream,
  nilOrganization,
  type SessionId,
  sessionId,
} from '../../../schemas/ids.ts';
import { accountLimits } from './config.ts';

export type RegisterDependencies = EndpointDependencies & {
  readonly keyring: Keyring;
};

type Request = HttpRequest<'register'>;

const ownerOf = (id: SessionId): KeyOwner => ({ kind: 'registration', id });

const sessionOf = (id: CommandId): SessionId => sessionId(uuidV5(id, 'session'));

/** Starts a registration. The answer is the same whether or not the address is known. */
export const register = (dependencies: RegisterDependencies): Handler<'register'> =>
  commandEndpoint(
    {
      route: 'register',
      prepare: ({ body }) => hashesOf(body.email, dependencies.keyring),
      // One address's keys of repetition are not another's.
      scope: (_, { address }) => uuidV5(nilOrganization, address),
      sender: ({ id }) => ({ actor: `session:${sessionOf(id)}` }),
      stream: ({ found }) => mailboxStream(found.mailbox),
      hashed: ({ body }) => ({ ...body }),
      payload: ({ request, found, id }) =>
        wishOf(request, { ...found, session: sessionOf(id), keyring: dependencies.keyring }),
      around: async ({ id }, send) => {
        const outcome = await send();
        // Nothing can complete this registration, so its key is deleted now.
        if (outcome.type === 'CommandRejected')
          await dependencies.keyring.destroy(ownerOf(sessionOf(id)));
        return outcome;
      },
      respond: (outcome, { request, id }) => ({
        status: 200,
        body: {
          verification_required: true,
          session_id: sessionOf(id),
          message: `A verification code was sent to ${request.body.email}`,
          expires_at: new Date(requested(outcome).expiresAtMs).toISOString(),
        },
      }),
    },
    dependencies,
  );

async function hashesOf(email: string, keyring: Keyring) {
  const { addressHash: address, mailboxHash: mailbox } = await recipientOf(email, keyring);
  return { address, mailbox };
}

function requested({ type, data }: Accepted): RegistrationRequested['data'] {
  if (type === 'RegistrationRequested') return data;
  throw new Error(`expected RegistrationRequested to answer, found ${type}`);
}

type Registering = {
  readonly session: SessionId;
  readonly address: AddressHash;
  readonly mailbox: MailboxHash;
  readonly keyring: Keyring;
};

/** Personal fields leave this process sealed, so the topic and the event store never contain them in clear. */
async function wishOf(
  { body, headers }: Request,
  { session, address, mailbox, keyring }: Registering,
): Promise<RequestRegistration> {
  const seal = (text: string) => keyring.seal(ownerOf(session), text);
  const name = body.organization_name?.trim();
  const metadata = JSON.stringify(body.source_metadata ?? {});
  const code = await verificationCode(session, keyring);
  return {
    type: 'RequestRegistration',
    data: {
      sessionId: session,
      addressHash: address,
      mailboxHash: mailbox,
      email: await seal(body.email),
      serviceName: body.service_name,
      ...(name && { displayName: { sealed: await seal(name) } }),
      source: sourceOf(body.source, headers),
      ...(metadata !== '{}' && { metadata: { sealed: await seal(metadata) } }),
      codeMac: await verificationCodeMac(session, code, keyring),
    },
  };
}

function sourceOf(source: string | undefined, headers: Request['headers']): string {
  const header = headers[sourceHeader];
  const named = source || (typeof header === 'string' ? header : '');
  return named.slice(0, accountLimits.sourceCharactersMax) || defaultSource;
}
