import type { Mutant } from './mutant.ts';

const unit = 'test/unit/session-decider.test.ts';
const people = 'test/unit/members.property.test.ts';
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
    in: 'chosenOf',
    find: 'each.organizationId === wanted',
    replace: 'each.organizationId !== undefined',
    spec: unit,
    test: 'VerifySession starts none of an organization that the address does not have',
  },
  {
    name: 'a tagged address signs in to all organizations of its mailbox',
    in: 'membershipsOf',
    find: 'isTagged(email) ? [] : registeredByTagged(mailboxHash, projections)',
    replace: 'registeredByTagged(mailboxHash, projections)',
    spec: component,
    test: 'sign-in lets a tagged address into its own organization alone',
  },
  {
    name: 'a session never ends by itself',
    in: 'principalOfSession',
    find: 'endedAtMs !== undefined || endsAtMs <= atMs',
    replace: 'endedAtMs !== undefined || atMs < 0',
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
  {
    name: 'somebody whose invitation was taken back signs in',
    in: 'startSession',
    find: 'person === undefined || hasExpired(person, atMs)',
    replace: 'hasExpired(person as Person, atMs)',
    spec: unit,
    test: 'VerifySession starts none for an invitation that has expired or was taken back meanwhile',
  },
  {
    name: 'a stranger comes between a person and the own organization by inviting it',
    in: 'chosenOf',
    find: 'own.length > 0 ? own : memberships',
    replace: 'memberships',
    spec: unit,
    test: 'VerifySession lets no stranger come between a person and the own organization by inviting it',
  },
  {
    name: 'the last owner goes',
    in: 'removeMember',
    find: '!hasOtherOwner(userId, all)',
    replace: 'false',
    spec: people,
    test: 'the people of an organization are who a naive model says, and an owner is always among them',
  },
  {
    name: 'the last owner becomes a viewer',
    in: 'changeMemberRole',
    find: '!hasOtherOwner(userId, all)',
    replace: 'false',
    spec: people,
    test: 'the people of an organization are who a naive model says, and an owner is always among them',
  },
  {
    name: 'a token of a remote client outlives the membership of its person',
    in: 'principalOfGrant',
    find: '!isPresent(member)',
    replace: 'false',
    spec: 'test/unit/grant-lifetimes.test.ts',
    test: 'the token of a remote client may no more than its person may now, and nothing once that one is no member',
  },
];
