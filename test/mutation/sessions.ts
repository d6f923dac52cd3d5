import type { Mutant } from './mutant.ts';

const unit = 'test/unit/session-decider.test.ts';
const component = 'test/component/sessions.test.ts';

/** Sign-in that lets somebody in who should not be. */
export const sessions: readonly Mutant[] = [
  {
    name: 'the code of an address that nobody registered is taken as right',
    in: 'verifySession',
    find: 'session.codeMac === codeMac && session.memberships.length > 0',
    replace: 'session.codeMac === codeMac',
    spec: unit,
    test: 'VerifySession takes no code as right for an address that nobody registered',
  },
  {
    name: 'a person chooses an organization of others',
    in: 'startSession',
    find: 'organizationId === (chosen ?? organizationId)',
    replace: 'organizationId !== undefined',
    spec: unit,
    test: 'VerifySession starts none of an organization that the address does not have',
  },
  {
    name: 'a tagged address signs in to all organizations of its mailbox',
    in: 'membershipsOf',
    find: 'isTagged(email) ? [] : tagged',
    replace: 'tagged',
    spec: component,
    test: 'sign-in lets a tagged address into its own organization alone',
  },
  {
    name: 'a session never ends by itself',
    in: 'principalOfSession',
    find: 'row.endedAtMs !== undefined || endsAtMs <= atMs',
    replace: 'row.endedAtMs !== undefined || atMs < 0',
    spec: 'test/unit/session-lifetimes.property.test.ts',
    test: 'sessions authenticate exactly while a naive model says so',
  },
  {
    name: 'an organization ends the sessions of another',
    in: 'endSession',
    find: 'session.started.organizationId !== asking',
    replace: 'false',
    spec: unit,
    test: 'EndSession ends none of another organization, and none that was never begun',
  },
];
