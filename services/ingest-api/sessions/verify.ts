import { verificationCodeMac } from '../../../domain/accounts/verification-code.ts';
import {
  type Accepted,
  commandEndpoint,
  type EndpointDependencies,
} from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import { reveal } from '../../../platform/privacy/personal.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { organizations } from '../../../projections/organizations/organizations.ts';
import {
  type SessionRequestRow,
  sessionRequests,
} from '../../../projections/sessions/session-requests.ts';
import { hashApiKey } from '../../../schemas/api-keys/format.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { mailboxStream, type OrganizationId, organizationId } from '../../../schemas/ids.ts';
import type { SessionStarted } from '../../../schemas/sessions/events.ts';
import type { NetworkWrongCodes } from '../accounts/network-wrong-codes.ts';
import { tried, wrongCode } from '../accounts/tried-code.ts';
import { keyTextOf } from '../api-keys/new-key.ts';

export type VerifySessionDependencies = EndpointDependencies & {
  readonly projections: Pick<Projections, 'barrier' | 'get'>;
  readonly keyring: Keyring;
  readonly wrongCodes: NetworkWrongCodes;
};

/** POST /v1/sessions/verify. Only the decider compares the code; the key follows from the command, as API keys do. */
export const verifySession = (dependencies: VerifySessionDependencies): Handler<'verifySession'> =>
  commandEndpoint(
    {
      route: 'verifySession',
      prepare: async ({ body, receivedAtMs, signal }) => {
        const { projections } = dependencies;
        await projections.barrier(signal);
        const row = projections.get(sessionRequests, body.session_id);
        if (row !== undefined) return row;
        const message = 'there is no such session';
        throw rejectionProblem({ reason: 'session_unknown', message }, receivedAtMs);
      },
      scope: ({ body }) => body.session_id,
      sender: ({ request: { body } }) => ({ actor: `session:${body.session_id}` }),
      stream: ({ found }) => mailboxStream(found.mailboxHash),
      payload: async ({ request: { body }, found: { sessionId }, id }) => {
        const { organization_id: chosen } = body;
        const key = await keyTextOf(id, 'session', dependencies.keyring);
        const codeMac = await verificationCodeMac(sessionId, body.code, dependencies.keyring);
        const data = { sessionId, codeMac, hash: hashApiKey(key) };
        const choice = chosen && { organizationId: organizationId(chosen) };
        return { type: 'VerifySession', data: { ...data, ...choice } };
      },
      around: ({ request }, send) => tried(dependencies.wrongCodes.enter(request.address), send),
      respond: async (outcome, { found, id }) => {
        const started = startedBy(outcome);
        const key = started && (await keyTextOf(id, 'session', dependencies.keyring));
        const choices = await choicesOf(found, dependencies);
        return { status: 200, body: { ...sessionBody(started, key), organizations: choices } };
      },
    },
    dependencies,
  );

/** Undefined when an organization must be chosen. */
function startedBy({ type, data }: Accepted): SessionStarted['data'] | undefined {
  if (type === 'SessionStarted') return data;
  if (type === 'CommandAnswered') return undefined;
  if (type === 'SessionCodeRejected') throw wrongCode(data.attemptsLeft, 'sign in again');
  throw new Error(`expected SessionStarted to answer, found ${type}`);
}

type Body = ResponseOf<'verifySession'>;

const sessionBody = (
  started: SessionStarted['data'] | undefined,
  key: string | undefined,
): Omit<Body, 'organizations'> => ({
  api_key: key ?? null,
  expires_at: started === undefined ? null : new Date(started.expiresAtMs).toISOString(),
  user_id: started?.userId ?? null,
  organization_id: started?.organizationId ?? null,
});

const choicesOf = (
  { memberships }: SessionRequestRow,
  dependencies: VerifySessionDependencies,
): Promise<Body['organizations']> =>
  Promise.all(
    memberships.map(async ({ organizationId: id, isInvitation = false }) => ({
      id,
      name: await nameOf(id, dependencies),
      is_invitation: isInvitation,
    })),
  );

async function nameOf(
  id: OrganizationId,
  { projections, keyring }: VerifySessionDependencies,
): Promise<string | null> {
  const row = projections.get(organizations, id);
  const owner = { kind: 'organization', id } as const;
  return (row && (await reveal(owner, row.displayName, keyring))) ?? null;
}
