import type { EventOf } from '../../../../schemas/events/event.ts';
import type { GrantAllowed } from '../../../../schemas/oauth/events.ts';
import { aggregate } from '../aggregate.ts';

export type Grant = {
  readonly kind: 'grant';
  readonly allowed: GrantAllowed['data'];
  readonly revoked: boolean;
};

export const grants = aggregate<Grant, 'GrantAllowed' | 'GrantRevoked'>({
  kind: 'grant',
  reads: 'whole',
  events: { GrantAllowed: true, GrantRevoked: true },
  evolve: (state, event) =>
    event.type === 'GrantAllowed'
      ? { kind: 'grant', allowed: event.data, revoked: false }
      : state && { ...state, revoked: true },
});

/** The tokens that a grant has now. */
export type GrantTokens = {
  readonly kind: 'grant-tokens';
  readonly refreshHash: string;
  readonly refreshExpiresAtMs: number;
};

export const grantTokens = aggregate<GrantTokens, 'GrantTokensIssued'>({
  kind: 'grant-tokens',
  reads: 'last',
  events: { GrantTokensIssued: true },
  evolve: (_, { data: { refreshHash, refreshExpiresAtMs } }: EventOf<'GrantTokensIssued'>) => ({
    kind: 'grant-tokens',
    refreshHash,
    refreshExpiresAtMs,
  }),
});
