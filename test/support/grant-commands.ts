import type { CommandOf } from '../../schemas/commands/command.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { organizationId, userId } from '../../schemas/ids.ts';
import type { AllowGrant, IssueTokens, RevokeGrant } from '../../schemas/oauth/commands.ts';
import type { RevocationReason } from '../../schemas/oauth/events.ts';
import { grantId, grantStream, grantTokensStream } from '../../schemas/oauth/grant-id.ts';
import { oauthLimits } from '../../schemas/oauth/limits.ts';
import { envelope } from './account-commands.ts';
import { type Past, past } from './given.ts';

export const grant = grantId('d0000000-0000-4000-8000-000000000001');
export const organization = organizationId('c0000000-0000-4000-8000-000000000001');
export const user = userId('b0000000-0000-4000-8000-000000000001');
export const inGrant = grantStream(grant);
export const inTokens = grantTokensStream(grant);

const ids = { grantId: grant, organizationId: organization, userId: user };

const allowedData = {
  grantId: grant,
  userId: user,
  serviceName: 'checkout',
  clientHash: 'client',
  clientName: 'Editor',
  redirectUri: 'https://client.example/back',
  scope: 'read',
  codeHash: 'code',
  verifierHash: 'verifier',
} as const satisfies AllowGrant['data'];

export const allowGrant = (of = organization, atMs = 0): CommandOf<'AllowGrant'> => ({
  type: 'AllowGrant',
  data: allowedData,
  ...envelope(inGrant, atMs),
  organizationId: of,
});

export const issueTokens = (
  proof: IssueTokens['data']['proof'],
  atMs = 0,
  data: Partial<IssueTokens['data']> = {},
): CommandOf<'IssueTokens'> => ({
  type: 'IssueTokens',
  data: {
    grantId: grant,
    clientHash: 'client',
    proof,
    accessHash: 'access 2',
    refreshHash: 'refresh 2',
    ...data,
  },
  ...envelope(inGrant, atMs),
  organizationId: organization,
});

/** The right code, with what belongs to it. */
export const code = {
  kind: 'code',
  hash: 'code',
  redirectUri: 'https://client.example/back',
  verifierHash: 'verifier',
} as const;

export const refresh = (hash: string) => ({ kind: 'refresh', hash }) as const;

export const revokeGrant = (
  by: RevokeGrant['data']['by'],
  of = organization,
): CommandOf<'RevokeGrant'> => ({
  type: 'RevokeGrant',
  data: { grantId: grant, by },
  ...envelope(inGrant, 0),
  organizationId: of,
});

export const allowed = (atMs = 0): EventPayload => ({
  type: 'GrantAllowed',
  data: {
    ...allowedData,
    organizationId: organization,
    codeExpiresAtMs: atMs + oauthLimits.codeMs,
  },
});

export const issued = (number: number, atMs = 0): EventPayload => ({
  type: 'GrantTokensIssued',
  data: {
    ...ids,
    accessHash: `access ${number}`,
    accessExpiresAtMs: atMs + oauthLimits.accessTokenMs,
    refreshHash: `refresh ${number}`,
    refreshExpiresAtMs: atMs + oauthLimits.refreshTokenMs,
  },
});

export const revoked = (reason: RevocationReason): EventPayload => ({
  type: 'GrantRevoked',
  data: { ...ids, reason },
});

/** What may have happened to a grant before. */
export const grantPast = {
  allowed: past(inGrant, allowed()),
  issued: (number: number): Past => past(inTokens, issued(number)),
  revoked: past(inGrant, revoked('person')),
};
