import { organizationId, userId } from '../../schemas/ids.ts';
import { oauthLimits } from '../../schemas/oauth/limits.ts';
import { given } from '../support/given.ts';
import {
  allowed,
  allowGrant,
  code,
  grantPast,
  inGrant,
  inTokens,
  issued,
  issueTokens,
  organization,
  refresh,
  revoked,
  revokeGrant,
  user,
} from '../support/grant-commands.ts';

const stranger = organizationId('99999999-9999-4999-8999-999999999999');
const ends = (reason: Parameters<typeof revoked>[0]) => ({
  stream: inGrant,
  facts: [revoked(reason)],
});
const gives = (number: number, atMs = 0) => ({ stream: inTokens, facts: [issued(number, atMs)] });

describe('AllowGrant', () => {
  it('begins a grant whose code ends after a minute', () => {
    given()
      .when(allowGrant(organization, 7))
      .expect({ stream: inGrant, facts: [allowed(7)] });
  });
});

describe('IssueTokens for a code', () => {
  it('gives tokens for the right code with its proof, until the code expires', () => {
    for (const atMs of [0, oauthLimits.codeMs - 1])
      given(grantPast.allowed).when(issueTokens(code, atMs)).expect(gives(2, atMs));
    given(grantPast.allowed).when(issueTokens(code, oauthLimits.codeMs)).rejects('invalid_grant');
  });

  for (const [what, proof] of [
    ['verifier', { ...code, verifierHash: 'another' }],
    ['redirect URI', { ...code, redirectUri: 'https://client.example/other' }],
    ['code', { ...code, hash: 'another' }],
  ] as const)
    it(`refuses another ${what}, and the right one is good after it`, () => {
      given(grantPast.allowed).when(issueTokens(proof)).rejects('invalid_grant');
      given(grantPast.allowed).when(issueTokens(code)).expect(gives(2));
    });

  it('refuses another client, also for a code that was used', () => {
    const other = issueTokens(code, 0, { clientHash: 'another' });
    given(grantPast.allowed).when(other).rejects('invalid_grant');
    given(grantPast.allowed, grantPast.issued(1)).when(other).rejects('invalid_grant');
  });

  it('ends the grant when a code comes again, also with a wrong proof or late', () => {
    const past = [grantPast.allowed, grantPast.issued(1)];
    given(...past)
      .when(issueTokens(code))
      .expect(ends('code_reused'));
    given(...past)
      .when(issueTokens({ ...code, verifierHash: 'another' }, oauthLimits.codeMs))
      .expect(ends('code_reused'));
  });

  it('gives nothing of a grant that was revoked, or of none', () => {
    given(grantPast.allowed, grantPast.revoked).when(issueTokens(code)).rejects('invalid_grant');
    given().when(issueTokens(code)).rejects('invalid_grant');
  });
});

describe('IssueTokens for a refresh token', () => {
  const past = [grantPast.allowed, grantPast.issued(1)];

  it('gives new tokens for the last one, until it expires', () => {
    for (const atMs of [0, oauthLimits.refreshTokenMs - 1])
      given(...past)
        .when(issueTokens(refresh('refresh 1'), atMs))
        .expect(gives(2, atMs));
    given(...past)
      .when(issueTokens(refresh('refresh 1'), oauthLimits.refreshTokenMs))
      .rejects('invalid_grant');
  });

  it('ends the grant when an earlier one comes again', () => {
    given(...past, grantPast.issued(2))
      .when(issueTokens(refresh('refresh 1')))
      .expect(ends('refresh_reused'));
  });

  it('refuses another client, and ends nothing', () => {
    const other = issueTokens(refresh('refresh 1'), 0, { clientHash: 'another' });
    given(...past)
      .when(other)
      .rejects('invalid_grant');
    given(...past, grantPast.issued(2))
      .when(other)
      .rejects('invalid_grant');
  });

  it('gives nothing of a grant that was revoked', () => {
    given(...past, grantPast.revoked)
      .when(issueTokens(refresh('refresh 1')))
      .rejects('invalid_grant');
  });
});

describe('RevokeGrant', () => {
  it('ends it for the person, and for the client that shows a token', () => {
    given(grantPast.allowed)
      .when(revokeGrant({ userId: user }))
      .expect(ends('person'));
    for (const clientHash of [undefined, 'client'])
      given(grantPast.allowed).when(revokeGrant({ clientHash })).expect(ends('client'));
  });

  it('changes nothing when it was revoked', () => {
    given(grantPast.allowed, grantPast.revoked)
      .when(revokeGrant({ userId: user }))
      .expect();
  });

  it('ends none of another person, organization or client', () => {
    const other = userId('b0000000-0000-4000-8000-000000000002');
    for (const [command, reason] of [
      [revokeGrant({ userId: other }), 'grant_unknown'],
      [revokeGrant({ userId: user }, stranger), 'grant_unknown'],
      [revokeGrant({ clientHash: 'another' }), 'invalid_grant'],
      [revokeGrant({ clientHash: 'client' }, stranger), 'invalid_grant'],
    ] as const) {
      given(grantPast.allowed).when(command).rejects(reason);
      given().when(command).rejects(reason);
    }
  });
});
