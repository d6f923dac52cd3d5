import { commandIdFor, type Outcome, type Outcomes } from '../../../platform/commands/execute.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import type { KeyOwner, Keyring } from '../../../platform/keyring/port.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import { verificationCode, verificationCodeMac } from '../../../platform/verification-code.ts';
import type { RequestRegistration } from '../../../schemas/commands/account.ts';
import { defaultSource, sourceHeader } from '../../../schemas/http/integrate.ts';
import {
  type AddressHash,
  type MailboxHash,
  mailboxStream,
  nilOrganization,
  type SessionId,
  sessionId,
} from '../../../schemas/ids.ts';
import { accepted, command, idempotencyKeyOf, requestHash } from './command.ts';
import { accountLimits } from './config.ts';
import { hashAddress, hashMailbox } from './mailbox.ts';
import type { RegistrationLimit } from './registration-limit.ts';

export type RegisterDependencies = {
  readonly topicLog: TopicLog;
  readonly outcomes: Outcomes;
  readonly keyring: Keyring;
  readonly limit: RegistrationLimit;
};

type Request = HttpRequest<'register'>;

const ownerOf = (id: SessionId): KeyOwner => ({ kind: 'registration', id });

/** Starts a registration. The answer is the same whether or not the address is known. */
export const register =
  ({ limit, ...dependencies }: RegisterDependencies): Handler<'register'> =>
  async request => {
    limit.take(request.address);
    const { keyring } = dependencies;
    const { email } = request.body;
    const [address, mailbox] = [
      await hashAddress(email, keyring),
      await hashMailbox(email, keyring),
    ];
    // One address's keys of repetition are not another's.
    const scope = uuidV5(nilOrganization, address);
    const id = commandIdFor(scope, 'register', idempotencyKeyOf(request.headers));
    const session = sessionId(uuidV5(id, 'session'));
    const envelope = {
      id,
      stream: mailboxStream(mailbox),
      atMs: request.receivedAtMs,
      correlationId: request.requestId,
      actor: `session:${session}`,
      requestHash: await requestHash('register', request.body, keyring),
    };
    const wish = () => wishOf(request, { session, address, mailbox, keyring });
    const outcome = await command({ envelope, wish, signal: request.signal }, dependencies);
    // Nobody will end this registration, so its key goes now.
    if (outcome.type === 'CommandRejected') await keyring.destroy(ownerOf(session));
    const { data } = requested(accepted(outcome, request));
    return {
      status: 200,
      body: {
        verification_required: true,
        session_id: session,
        message: `A verification code was sent to ${email}`,
        expires_at: new Date(data.expiresAtMs).toISOString(),
      },
    };
  };

function requested(outcome: Outcome): Extract<Outcome, { readonly type: 'RegistrationRequested' }> {
  if (outcome.type === 'RegistrationRequested') return outcome;
  throw new Error(`expected RegistrationRequested to answer, found ${outcome.type}`);
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
