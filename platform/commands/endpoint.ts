import type { IncomingHttpHeaders } from 'node:http';
import type { Actor } from '../../schemas/events/event.ts';
import { exactJsonText } from '../../schemas/exact-json.ts';
import type { CommandPayload } from '../../schemas/features.ts';
import type { RouteName } from '../../schemas/http/routes.ts';
import type { CommandId, OrganizationId, StreamName } from '../../schemas/ids.ts';
import type { Handler, HttpRequest, HttpResponse, Principal } from '../http/handler.ts';
import { HttpProblem, invalidRequest } from '../http/problem.ts';
import type { Keyring } from '../keyring/port.ts';
import {
  type CommandResult,
  commandIdFor,
  type ExecuteDependencies,
  executeCommand,
  IdempotencyKeyReused,
} from './execute.ts';
import { recordedRejection } from './rejection.ts';
import type { CommandSender } from './sender.ts';

export type EndpointDependencies = ExecuteDependencies & {
  readonly keyring: Pick<Keyring, 'mac'>;
};

/** A request on its way to its command. */
export type Commanding<Name extends RouteName, Found> = {
  readonly request: HttpRequest<Name>;
  /** What `prepare` found. */
  readonly found: Found;
  /** The same for every repetition under the same `Idempotency-Key`. */
  readonly id: CommandId;
};

/** The outcome of a command that was accepted. */
export type Accepted = Exclude<CommandResult, { readonly type: 'CommandRejected' }>;

export type Sender = { readonly actor: Actor; readonly organizationId?: OrganizationId };

export type CommandEndpoint<Name extends RouteName, Found> = {
  readonly route: Name;
  /** Reads what the command needs; throws what the client gets when there is no use in sending it. */
  readonly prepare: (request: HttpRequest<Name>) => Promise<Found>;
  /** Whose `Idempotency-Key`s these are, as a UUID; the organization of the key when absent. */
  readonly scope?: (request: HttpRequest<Name>, found: Found) => string;
  /** Who sends the command; the key when absent. */
  readonly sender?: (commanding: Commanding<Name, Found>) => Sender;
  /** The first stream that the command writes. */
  readonly stream: (commanding: Commanding<Name, Found>) => StreamName;
  /** What makes two requests the same one; parameters and body when absent. */
  readonly hashed?: (request: HttpRequest<Name>, found: Found) => unknown;
  /** Called only when there is no outcome yet. */
  readonly payload: (commanding: Commanding<Name, Found>) => Promise<CommandPayload>;
  /** Gets the outcome first, also a rejection. */
  readonly around?: (
    commanding: Commanding<Name, Found>,
    send: () => Promise<CommandResult>,
  ) => Promise<CommandResult>;
  readonly respond: (
    outcome: Accepted,
    commanding: Commanding<Name, Found>,
  ) => Promise<HttpResponse<Name>> | HttpResponse<Name>;
};

/**
 * The handler of a route that sends one command and responds with its outcome: envelope, idempotency,
 * sending, waiting, and rejections as problems. The same `Idempotency-Key` gives the same outcome for
 * 24 hours; with another request it gives 409 `idempotency_key_reused`.
 */
export const commandEndpoint =
  <Name extends RouteName, Found>(
    endpoint: CommandEndpoint<Name, Found>,
    dependencies: EndpointDependencies,
  ): Handler<Name> =>
  async request => {
    const found = await endpoint.prepare(request);
    const scope = endpoint.scope?.(request, found) ?? keyOf(request).organizationId;
    const id = commandIdFor(scope, endpoint.route, idempotencyKeyOf(request.headers));
    const commanding = { request, found, id };
    const send = (): Promise<CommandResult> => execute(endpoint, commanding, dependencies);
    const outcome = await (endpoint.around?.(commanding, send) ?? send());
    if (outcome.type === 'CommandRejected')
      throw recordedRejection(outcome.data, request.receivedAtMs);
    return endpoint.respond(outcome, commanding);
  };

async function execute<Name extends RouteName, Found>(
  endpoint: CommandEndpoint<Name, Found>,
  commanding: Commanding<Name, Found>,
  dependencies: EndpointDependencies,
): Promise<CommandResult> {
  const { request, id } = commanding;
  const envelope = {
    ...(endpoint.sender?.(commanding) ?? senderOf(keyOf(request))),
    id,
    stream: endpoint.stream(commanding),
    atMs: request.receivedAtMs,
    correlationId: request.requestId,
    requestHash: await requestHash(endpoint, commanding, dependencies.keyring),
  };
  const wish = (): Promise<CommandPayload> => endpoint.payload(commanding);
  const sender = commandSender(request, envelope);
  const { signal } = request;
  return executeCommand({ envelope, sender, wish, signal }, dependencies).catch(asProblem);
}

function asProblem(error: unknown): never {
  if (!(error instanceof IdempotencyKeyReused)) throw error;
  throw new HttpProblem({ status: 409, code: error.code, message: error.message });
}

export type Requested = Pick<HttpRequest, 'receivedAtMs' | 'requestId' | 'address' | 'signal'> & {
  readonly key: Principal | undefined;
};

export type CommandBeside = Partial<Sender> & {
  readonly id: CommandId;
  readonly stream: StreamName;
  /** What makes two requests the same one; the id when absent. */
  readonly hashed?: unknown;
  readonly wish: () => Promise<CommandPayload>;
};

/** Sends a command for a request whose endpoint sends another one, or none; by the key unless a sender is named. */
export async function executeBeside(
  request: Requested,
  { id, stream, hashed = id, wish, ...named }: CommandBeside,
  dependencies: EndpointDependencies,
): Promise<CommandResult> {
  const { key, receivedAtMs: atMs, requestId: correlationId, signal } = request;
  const from = { ...(key && senderOf(key)), ...named } as Sender;
  const mac = await dependencies.keyring.mac('request', exactJsonText(hashed));
  const envelope = { ...from, id, stream, atMs, correlationId, requestHash: mac.toString('hex') };
  const sender = commandSender(request, from);
  return executeCommand({ envelope, sender, wish, signal }, dependencies).catch(asProblem);
}

function keyOf({ key }: { readonly key: Principal | undefined }): Principal {
  if (key === undefined) throw new Error('expected scope and sender for a route without a key');
  return key;
}

function commandSender(
  { key, address }: Pick<HttpRequest, 'address'> & { readonly key: Principal | undefined },
  { actor }: Pick<Sender, 'actor'>,
): CommandSender {
  if (key !== undefined) {
    const { organizationId, keyId } = key;
    return { kind: 'key', organizationId, keyId };
  }
  return actor === 'operator' ? { kind: 'operator' } : { kind: 'network', address };
}

const senderOf = (principal: Principal): Sender => ({
  actor: actorOf(principal),
  organizationId: principal.organizationId,
});

/** A person who signed in acts as that person, everything else as its key. */
export const actorOf = ({ keyId, userId }: Pick<Principal, 'keyId' | 'userId'>): Actor =>
  userId === undefined ? `key:${keyId}` : `user:${userId}`;

/** Hash under a key of ours: a request may hold a code or an address that can be guessed. */
async function requestHash<Name extends RouteName, Found>(
  { route, hashed = whole }: Pick<CommandEndpoint<Name, Found>, 'route' | 'hashed'>,
  { request, found }: Commanding<Name, Found>,
  keyring: EndpointDependencies['keyring'],
): Promise<string> {
  const mac = await keyring.mac('request', exactJsonText([route, hashed(request, found)]));
  return mac.toString('hex');
}

const whole = ({ params, body }: { readonly params: unknown; readonly body: unknown }) => ({
  params,
  body,
});

const idempotencyKeyCharactersMax = 255;

/** The `Idempotency-Key` of a request; undefined: it has none. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && key.length <= idempotencyKeyCharactersMax) return key;
  throw invalidRequest(
    `expected one Idempotency-Key of at most ${idempotencyKeyCharactersMax} characters`,
  );
}
