import type { Mutant } from './mutant.ts';

const decider = 'test/unit/grant-decider.test.ts';
const rules = 'test/unit/oauth.test.ts';
const lifetimes = 'test/unit/grant-lifetimes.test.ts';

/** Remote clients that get what nobody allowed them. */
export const oauth: readonly Mutant[] = [
  {
    name: 'a code gives tokens to another client',
    in: 'refusedCode',
    find: 'verifierHash === allowed.verifierHash',
    replace: 'true',
    spec: decider,
    test: 'IssueTokens for a code refuses another verifier, and the right one is good after it',
  },
  {
    name: 'an earlier refresh token is good for ever',
    in: 'issueTokens',
    find: 'isReused(proof, grant, tokens)',
    replace: 'false',
    spec: decider,
    test: 'IssueTokens for a refresh token ends the grant when an earlier one comes again',
  },
  {
    name: 'an organization revokes what another one allowed',
    in: 'mayRevoke',
    find: 'organizationId !== allowed.organizationId',
    replace: 'false',
    spec: decider,
    test: 'RevokeGrant ends none of another person, organization or client',
  },
  {
    name: 'the answer goes to an address that begins as a registered one',
    in: 'isRegistered',
    find: 'each === uri',
    replace: 'uri.startsWith(each)',
    spec: rules,
    test: 'redirect URIs of remote clients compares them as texts',
  },
  {
    name: 'a token outlives its grant',
    in: 'principalOfGrant',
    find: 'revokedAtMs !== undefined',
    replace: 'false',
    spec: lifetimes,
    test: 'the token of a remote client ends after an hour, and with its grant',
  },
  {
    name: 'a refresh token is an access token',
    in: 'principalOfGrant',
    find: "tokenKind !== 'access'",
    replace: 'false',
    spec: lifetimes,
    test: 'the token of a remote client is neither the code nor the refresh token',
  },
];
