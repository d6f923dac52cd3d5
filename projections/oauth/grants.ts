import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId, UserId } from '../../schemas/ids.ts';
import type { GrantId } from '../../schemas/oauth/grant-id.ts';
import { oauthLimits } from '../../schemas/oauth/limits.ts';
import type { Scope } from '../../schemas/oauth/scopes.ts';
import type { Projection } from '../engine/projection.ts';

export type GrantRow = {
  readonly grantId: GrantId;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly serviceName: string;
  readonly clientHash: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly scope: Scope;
  readonly allowedAtMs: number;
  /** When its code ends, or else its refresh token. */
  readonly endsAtMs: number;
  readonly revokedAtMs?: number;
};

export const grantPrefix = (organization: OrganizationId, user: UserId): string =>
  `${organization}/${user}/`;

export const grantKey = ({
  organizationId,
  userId,
  grantId,
}: Pick<GrantRow, 'organizationId' | 'userId' | 'grantId'>): string =>
  grantPrefix(organizationId, userId) + grantId;

/** By organization, person and grant; ended ones for as long as their clients are known. */
export const grants: Projection<
  GrantRow,
  EventOf<'GrantAllowed' | 'GrantTokensIssued' | 'GrantRevoked'>
> = {
  name: 'grants',
  version: 1,
  types: new Set(['GrantAllowed', 'GrantTokensIssued', 'GrantRevoked']),
  keys: ({ data }) => [grantKey(data)],
  project: (row, event) => {
    switch (event.type) {
      case 'GrantAllowed': {
        const { codeHash, verifierHash, codeExpiresAtMs: endsAtMs, ...data } = event.data;
        return { ...data, allowedAtMs: event.atMs, endsAtMs };
      }
      case 'GrantTokensIssued':
        return row && { ...row, endsAtMs: event.data.refreshExpiresAtMs };
      case 'GrantRevoked':
        return row && { ...row, revokedAtMs: event.atMs };
    }
  },
  retention: {
    ms: oauthLimits.unusedClientMs,
    endedAtMs: row => row.revokedAtMs ?? row.endsAtMs,
  },
};

export type GrantStatus = 'active' | 'expired' | 'revoked';

export function grantStatusOf(
  { revokedAtMs, endsAtMs }: Pick<GrantRow, 'revokedAtMs' | 'endsAtMs'>,
  atMs: number,
): GrantStatus {
  if (revokedAtMs !== undefined) return 'revoked';
  return endsAtMs <= atMs ? 'expired' : 'active';
}
