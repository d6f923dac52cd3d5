import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId, UserId } from '../../schemas/ids.ts';
import type { GrantId } from '../../schemas/oauth/grant-id.ts';
import type { Projection } from '../engine/projection.ts';

export type GrantTokenRow = {
  readonly kind: 'code' | 'access' | 'refresh';
  readonly grantId: GrantId;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly expiresAtMs: number;
};

/**
 * By the SHA-256 of a code or token, whose it is. Used ones stay until they would have expired, and a day longer, so that
 * one that comes again is recognised.
 */
export const grantTokens: Projection<
  GrantTokenRow,
  EventOf<'GrantAllowed' | 'GrantTokensIssued'>
> = {
  name: 'grant-tokens',
  version: 1,
  types: new Set(['GrantAllowed', 'GrantTokensIssued']),
  keys: ({ type, data }) =>
    type === 'GrantAllowed' ? [data.codeHash] : [data.accessHash, data.refreshHash],
  project: (_, { type, data }, key) => {
    const { grantId, organizationId, userId } = data;
    const of = { grantId, organizationId, userId };
    if (type === 'GrantAllowed') return { kind: 'code', ...of, expiresAtMs: data.codeExpiresAtMs };
    return key === data.accessHash
      ? { kind: 'access', ...of, expiresAtMs: data.accessExpiresAtMs }
      : { kind: 'refresh', ...of, expiresAtMs: data.refreshExpiresAtMs };
  },
  retention: { ms: dayMs, endedAtMs: row => row.expiresAtMs },
};
