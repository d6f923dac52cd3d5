import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { StreamName } from '../../../../schemas/ids.ts';
import type { TokenProof } from '../../../../schemas/oauth/commands.ts';
import { grantStream, grantTokensStream } from '../../../../schemas/oauth/grant-id.ts';
import { oauthLimits } from '../../../../schemas/oauth/limits.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, type Rejected, reject } from '../decision.ts';
import { type Grant, type GrantTokens, grants, grantTokens } from './grant.ts';
import { revocation } from './revocation.ts';

type Issue = CommandOf<'IssueTokens'>;

export const issueTokensStreams = ({ data }: Issue): readonly StreamName[] => [
  grantStream(data.grantId),
  grantTokensStream(data.grantId),
];

/**
 * A code, or a refresh token, is good for one pair of tokens. One that comes again was copied by somebody, and nobody knows
 * who of them is the client: the grant ends.
 */
export function issueTokens(command: Issue, states: States): Decision {
  const { grantId, clientHash, proof } = command.data;
  const grant = stateOf(grants, states, grantStream(grantId));
  if (grant === undefined || grant.revoked) return invalid('what was allowed was revoked');
  if (grant.allowed.clientHash !== clientHash) return invalid('it was given to another client');
  const tokens = stateOf(grantTokens, states, grantTokensStream(grantId));
  if (isReused(proof, grant, tokens)) return revocation(grant, `${proof.kind}_reused`);
  const refused =
    proof.kind === 'code'
      ? refusedCode(proof, grant, command.atMs)
      : refusedRefresh(tokens, command.atMs);
  return refused ?? issuing(command, grant);
}

/** Only what was given for this grant is shown: nobody else knows a text with such a hash. */
const isReused = (proof: TokenProof, grant: Grant, tokens: GrantTokens | undefined): boolean =>
  proof.kind === 'code'
    ? proof.hash === grant.allowed.codeHash && tokens !== undefined
    : tokens !== undefined && proof.hash !== tokens.refreshHash;

function refusedCode(
  { hash, redirectUri, verifierHash }: Extract<TokenProof, { kind: 'code' }>,
  { allowed }: Grant,
  atMs: number,
): Rejected | undefined {
  if (hash !== allowed.codeHash) return invalid('there is no such code');
  if (atMs >= allowed.codeExpiresAtMs) return invalid('the code has expired');
  if (redirectUri !== allowed.redirectUri)
    return invalid('redirect_uri is not the one of the code');
  return verifierHash === allowed.verifierHash
    ? undefined
    : invalid('code_verifier is not the one of the code');
}

function refusedRefresh(tokens: GrantTokens | undefined, atMs: number): Rejected | undefined {
  if (tokens === undefined) return invalid('there is no such refresh token');
  return atMs >= tokens.refreshExpiresAtMs ? invalid('the refresh token has expired') : undefined;
}

const invalid = (message: string): Rejected => reject('invalid_grant', message);

function issuing({ data, atMs }: Issue, { allowed }: Grant): Decision {
  const { grantId, organizationId, userId } = allowed;
  const { accessHash, refreshHash } = data;
  const issued = {
    grantId,
    organizationId,
    userId,
    accessHash,
    accessExpiresAtMs: atMs + oauthLimits.accessTokenMs,
    refreshHash,
    refreshExpiresAtMs: atMs + oauthLimits.refreshTokenMs,
  };
  return accept({
    stream: grantTokensStream(grantId),
    facts: [{ type: 'GrantTokensIssued', data: issued }],
  });
}
