import type { UserId } from '../ids.ts';
import type { GrantId } from './grant-id.ts';
import type { Scope } from './scopes.ts';

/** What a client shows to get tokens: the code with its proof, or the refresh token that it got last. */
export type TokenProof =
  | {
      readonly kind: 'code';
      /** SHA-256 of the code, hex. */
      readonly hash: string;
      readonly redirectUri: string;
      /** SHA-256 of the code verifier, base64url. */
      readonly verifierHash: string;
    }
  | { readonly kind: 'refresh'; readonly hash: string };

export type AllowGrant = {
  readonly type: 'AllowGrant';
  readonly data: {
    readonly grantId: GrantId;
    readonly userId: UserId;
    readonly serviceName: string;
    /** SHA-256 of the client id, hex. */
    readonly clientHash: string;
    readonly clientName: string;
    readonly redirectUri: string;
    readonly scope: Scope;
    /** SHA-256 of the code, hex. */
    readonly codeHash: string;
    /** The code challenge, which is the SHA-256 of the verifier, base64url. */
    readonly verifierHash: string;
  };
};

export type IssueTokens = {
  readonly type: 'IssueTokens';
  readonly data: {
    readonly grantId: GrantId;
    readonly clientHash: string;
    readonly proof: TokenProof;
    /** SHA-256 of the tokens that it gets, hex. */
    readonly accessHash: string;
    readonly refreshHash: string;
  };
};

export type RevokeGrant = {
  readonly type: 'RevokeGrant';
  readonly data: {
    readonly grantId: GrantId;
    /** The person whose grant it is, or the client that gives it back. */
    readonly by: { readonly userId: UserId } | { readonly clientHash: string | undefined };
  };
};

export type GrantCommand = AllowGrant | IssueTokens | RevokeGrant;
