import { createHash } from 'node:crypto';
import { isResource } from '../../../domain/oauth/server.ts';
import {
  type Accepted,
  commandEndpoint,
  type EndpointDependencies,
} from '../../../platform/commands/endpoint.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { HttpProblem, invalidRequest } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { GrantTokenRow } from '../../../projections/oauth/grant-tokens.ts';
import { type GrantRow, grantKey, grants } from '../../../projections/oauth/grants.ts';
import { clientHashOf } from '../../../projections/oauth/known-client.ts';
import { formatApiKey, hashApiKey } from '../../../schemas/api-keys/format.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';
import type { CommandId } from '../../../schemas/ids.ts';
import type { TokenProof } from '../../../schemas/oauth/commands.ts';
import { grantStream } from '../../../schemas/oauth/grant-id.ts';
import { oauthLimits } from '../../../schemas/oauth/limits.ts';
import { scopeText } from '../../../schemas/oauth/scopes.ts';
import { keyTextOf } from '../api-keys/new-key.ts';
import { type FindDependencies, findToken } from './presented.ts';

export type TokenDependencies = EndpointDependencies &
  FindDependencies & { readonly publicUrl: () => string };

type Presented = {
  readonly grant: GrantRow;
  readonly clientHash: string;
  readonly proof: TokenProof;
};

/** POST /oauth/token. Only the decider knows whether a code or a refresh token is still good; tokens follow from the command. */
export const issueToken = (dependencies: TokenDependencies): Handler<'issueToken'> =>
  commandEndpoint(
    {
      route: 'issueToken',
      prepare: request => presentedBy(request, dependencies),
      scope: (_, { grant }) => grant.grantId,
      sender: ({ found: { grant } }) => ({
        actor: `key:${grant.grantId}`,
        organizationId: grant.organizationId,
      }),
      // Not of the tokens: all commands of a grant are decided one after the other.
      stream: ({ found: { grant } }) => grantStream(grant.grantId),
      payload: async ({ id, found: { grant, clientHash, proof } }) => {
        const { access, refresh } = await tokensOf(id, dependencies.keyring);
        const hashes = { accessHash: hashApiKey(access), refreshHash: hashApiKey(refresh) };
        return {
          type: 'IssueTokens',
          data: { grantId: grant.grantId, clientHash, proof, ...hashes },
        };
      },
      respond: async (outcome, { id, found: { grant } }) => {
        assertIssued(outcome);
        const { access, refresh } = await tokensOf(id, dependencies.keyring);
        return {
          status: 200,
          body: {
            access_token: access,
            token_type: 'Bearer',
            expires_in: oauthLimits.accessTokenMs / 1000,
            refresh_token: refresh,
            scope: scopeText(grant.scope),
          },
        };
      },
    },
    dependencies,
  );

const tokensOf = async (id: CommandId, keyring: Pick<Keyring, 'mac'>) => ({
  access: await keyTextOf(id, 'grant', keyring),
  refresh: formatApiKey('refresh', await keyring.mac('refresh-token', id)),
});

/** A code or token that came again has ended the grant instead. */
function assertIssued({ type }: Accepted): void {
  if (type === 'GrantRevoked') throw invalidGrant('it was used before, so it is revoked');
  if (type !== 'GrantTokensIssued')
    throw new Error(`expected GrantTokensIssued to answer, found ${type}`);
}

async function presentedBy(
  { body, signal }: HttpRequest<'issueToken'>,
  dependencies: TokenDependencies,
): Promise<Presented> {
  if (!isResource(body.resource, dependencies.publicUrl()))
    throw refused('invalid_target', 'resource is not the one of this server');
  const { text, kind, proof } = proofOf(body);
  const clientHash = clientHashOf(given(body, 'client_id'));
  const row = await findToken(text, dependencies, signal);
  if (row?.kind !== kind) throw invalidGrant('it is unknown or has expired');
  return { grant: grantOf(row, dependencies), clientHash, proof };
}

function grantOf(row: GrantTokenRow, { projections }: TokenDependencies): GrantRow {
  const grant = projections.get(grants, grantKey(row));
  if (grant === undefined) throw invalidGrant('what was allowed is over');
  return grant;
}

type Body = RequestOf<'issueToken'>;

function proofOf(body: Body): {
  readonly text: string;
  readonly kind: GrantTokenRow['kind'];
  readonly proof: TokenProof;
} {
  switch (given(body, 'grant_type')) {
    case 'authorization_code': {
      const text = given(body, 'code');
      const verifierHash = sha256(given(body, 'code_verifier'));
      const redirectUri = given(body, 'redirect_uri');
      const proof = { kind: 'code', hash: hashApiKey(text), redirectUri, verifierHash } as const;
      return { text, kind: 'code', proof };
    }
    case 'refresh_token': {
      const text = given(body, 'refresh_token');
      return { text, kind: 'refresh', proof: { kind: 'refresh', hash: hashApiKey(text) } };
    }
    default:
      throw refused(
        'unsupported_grant_type',
        'expected grant_type authorization_code or refresh_token',
      );
  }
}

/** The code challenge of a verifier (RFC 7636, S256). */
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

function given(body: Body, name: keyof Body): string {
  const text = body[name];
  if (text === undefined || text === '') throw invalidRequest(`${name} is missing`);
  return text;
}

const refused = (code: string, message: string): HttpProblem =>
  new HttpProblem({ status: 400, code, message });

const invalidGrant = (message: string): HttpProblem => refused('invalid_grant', message);
