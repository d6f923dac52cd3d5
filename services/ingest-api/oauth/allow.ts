import { type Asked, type Judged, judged } from '../../../domain/oauth/authorization.ts';
import type { Client } from '../../../domain/oauth/client.ts';
import { redirectTo } from '../../../domain/oauth/redirect-uri.ts';
import { commandEndpoint, type EndpointDependencies } from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { invalidField, invalidRequest } from '../../../platform/http/problem.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { grantStatusOf } from '../../../projections/oauth/grants.ts';
import { clientHashOf, grantsOf, knownClient } from '../../../projections/oauth/known-client.ts';
import { hashApiKey } from '../../../schemas/api-keys/format.ts';
import type { CommandId } from '../../../schemas/ids.ts';
import { type GrantId, grantId, grantStream } from '../../../schemas/oauth/grant-id.ts';
import { oauthLimits } from '../../../schemas/oauth/limits.ts';
import { keyTextOf } from '../api-keys/new-key.ts';
import { personOf } from './person.ts';

export type AllowDependencies = EndpointDependencies & {
  readonly projections: Pick<Projections, 'state'>;
  readonly publicUrl: () => string;
};

type Open = Extract<Judged, { readonly kind: 'open' }> & { readonly client: Client };

const grantOf = (id: CommandId): GrantId => grantId(uuidV5(id, 'grant'));

/** POST /v1/me/grants: what the person allows, and where the browser takes the code of it. */
export const allowGrant = (dependencies: AllowDependencies): Handler<'allowGrant'> =>
  commandEndpoint(
    {
      route: 'allowGrant',
      prepare: request => allowable(request, dependencies),
      stream: ({ id }) => grantStream(grantOf(id)),
      payload: async ({ id, found, request: { key, body } }) => ({
        type: 'AllowGrant',
        data: {
          grantId: grantOf(id),
          userId: personOf(key).userId,
          serviceName: key.serviceName,
          clientHash: clientHashOf(body.client_id ?? ''),
          clientName: found.client.name,
          redirectUri: found.redirectUri,
          scope: body.allowed,
          codeHash: hashApiKey(await keyTextOf(id, 'code', dependencies.keyring)),
          verifierHash: found.verifierHash,
        },
      }),
      respond: async (_, { id, found, request: { body } }) => {
        const code = await keyTextOf(id, 'code', dependencies.keyring);
        const answer = { code, state: body.state, iss: dependencies.publicUrl() };
        const to = redirectTo(found.redirectUri, answer);
        return { status: 201, body: { id: grantOf(id), redirect_to: to } };
      },
    },
    dependencies,
  );

/** Judged again: what the page showed may be old, and nobody need have opened it. */
async function allowable(
  { body, key, receivedAtMs: atMs, signal }: HttpRequest<'allowGrant'>,
  { keyring, projections, publicUrl }: AllowDependencies,
): Promise<Open> {
  const state = await projections.state({ signal });
  const person = personOf(key);
  const client = await knownClient(body.client_id, { person, atMs }, { keyring, state });
  const verdict = judged(body as Asked, client, publicUrl());
  if (client === undefined || verdict.kind !== 'open')
    throw invalidRequest(
      verdict.kind === 'unsafe' ? verdict.message : 'the client asks for what it may not have',
    );
  if (!verdict.scopes.includes(body.allowed))
    throw invalidField('allowed', 'the client did not ask for it');
  const active = grantsOf(person, state).filter(row => grantStatusOf(row, atMs) === 'active');
  if (active.length >= oauthLimits.grantsPerPersonMax)
    throw rejectionProblem({ reason: 'limit_reached', message: tooMany }, atMs);
  return { ...verdict, client };
}

const tooMany = `a person may allow at most ${oauthLimits.grantsPerPersonMax} remote clients, revoke one that is not used`;
