import { deepEqual, equal } from 'node:assert/strict';
import { principalOfGrant } from '../../projections/api-keys/principal.ts';
import { type GrantTokenRow, grantTokens } from '../../projections/oauth/grant-tokens.ts';
import { type GrantRow, grantKey, grantStatusOf, grants } from '../../projections/oauth/grants.ts';
import type { DomainEvent, EventPayload } from '../../schemas/events/event.ts';
import { addressHash, sealed } from '../../schemas/ids.ts';
import { oauthLimits } from '../../schemas/oauth/limits.ts';
import { allowed, grant, issued, organization, revoked, user } from '../support/grant-commands.ts';

const eventOf = (fact: EventPayload, atMs = 0) => ({ ...fact, atMs }) as unknown as DomainEvent;

const rowAfter = (...facts: readonly EventPayload[]): GrantRow => {
  const row = facts.reduce<GrantRow | undefined>(
    (before, fact) => grants.project(before, eventOf(fact, 5) as never, '', {} as never),
    undefined,
  );
  if (row === undefined) throw new Error('expected a grant');
  return row;
};

const tokenRow = (hash: string, fact: EventPayload): GrantTokenRow => {
  const row = grantTokens.project(undefined, eventOf(fact) as never, hash, {} as never);
  if (row === undefined) throw new Error('expected a token');
  return row;
};

const access = tokenRow('access 1', issued(1));
const member = {
  organizationId: organization,
  userId: user,
  addressHash: addressHash('aa'),
  email: sealed('ada'),
  role: 'owner',
  joinedAtMs: 0,
} as const;
const { accessTokenMs, codeMs, refreshTokenMs } = oauthLimits;

describe('the token of a remote client', () => {
  it('is a key that reads, of the grant and of no person, and good for one route only', () => {
    deepEqual(principalOfGrant(rowAfter(allowed()), access, member, 0), {
      keyId: grant,
      organizationId: organization,
      kind: 'read',
      serviceName: 'checkout',
      endsAtMs: accessTokenMs,
      isGrant: true,
    });
  });

  it('may what a session may when that was allowed', () => {
    const row = { ...rowAfter(allowed()), scope: 'act' } as const;
    equal(principalOfGrant(row, access, member, 0)?.kind, 'session');
  });

  it('may no more than its person may now, and nothing once that one is no member', () => {
    const row = { ...rowAfter(allowed()), scope: 'act' } as const;
    const ofRole = { ...member, role: 'viewer' } as const;
    equal(principalOfGrant(row, access, ofRole, 0)?.role, 'viewer');
    equal(principalOfGrant(row, access, { ...member, removedAtMs: 0 }, 0), undefined);
  });

  it('ends after an hour, and with its grant', () => {
    const row = rowAfter(allowed());
    equal(principalOfGrant(row, access, member, accessTokenMs - 1)?.keyId, grant);
    equal(principalOfGrant(row, access, member, accessTokenMs), undefined);
    equal(principalOfGrant(rowAfter(allowed(), revoked('person')), access, member, 0), undefined);
  });

  it('is neither the code nor the refresh token', () => {
    const row = rowAfter(allowed());
    equal(principalOfGrant(row, tokenRow('code', allowed()), member, 0), undefined);
    equal(principalOfGrant(row, tokenRow('refresh 1', issued(1)), member, 0), undefined);
  });
});

describe('the list of grants', () => {
  it('shows one as active until its code, or else its refresh token, ends', () => {
    const asked = rowAfter(allowed());
    deepEqual(
      [grantStatusOf(asked, codeMs - 1), grantStatusOf(asked, codeMs)],
      ['active', 'expired'],
    );
    const used = rowAfter(allowed(), issued(1));
    deepEqual(
      [grantStatusOf(used, refreshTokenMs - 1), grantStatusOf(used, refreshTokenMs)],
      ['active', 'expired'],
    );
    equal(grantStatusOf(rowAfter(allowed(), issued(1), revoked('client')), 0), 'revoked');
  });

  it('keeps no hash of a code', () => {
    const text = JSON.stringify(rowAfter(allowed(), issued(1)));
    for (const secret of ['"code"', 'verifier', 'access', 'refresh'])
      equal(text.includes(secret), false, secret);
  });

  it('has one row for each grant, whichever event it is', () => {
    const keys = [allowed(), issued(1), revoked('person')].flatMap(fact =>
      grants.keys(eventOf(fact) as never, {} as never),
    );
    const ids = { organizationId: organization, userId: user, grantId: grant };
    deepEqual([...new Set(keys)], [grantKey(ids)]);
  });
});
