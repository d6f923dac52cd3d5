import { deepEqual, throws } from 'node:assert/strict';
import { assertIsAmong } from '../../platform/http/auth.ts';
import type { Caller } from '../../schemas/api-keys/kinds.ts';
import { isRead, type Route } from '../../schemas/http/route.ts';
import { routes } from '../../schemas/http/routes.ts';
import { memberRoles } from '../../schemas/members/roles.ts';

const usableBy = (caller: Caller): readonly Route[] =>
  (routes as readonly Route[]).filter(
    ({ keys }) => keys !== 'none' && keys !== 'admin' && keys.includes(caller),
  );

const namesOf = (some: readonly Route[]): readonly string[] => some.map(({ name }) => name).sort();

/** What only a session has. */
const ofSessions = [
  'allowGrant',
  'endSession',
  'getAuthorization',
  'leaveOrganization',
  'listGrants',
  'revokeGrant',
];

/** What would let a member become more. */
const ofOwners = [
  'changeApiKey',
  'changeMember',
  'changePlan',
  'changeSubscription',
  'createApiKey',
  'createCheckoutSession',
  'inviteMember',
  'removeMember',
  'renameOrganization',
  'restoreApiKey',
  'revokeApiKey',
  'rotateApiKey',
];

const missingIn = (some: readonly string[], all: readonly string[]): readonly string[] =>
  all.filter(name => !some.includes(name));

/** The routes with keys that let somebody in. */
const openTo = (asking: Parameters<typeof assertIsAmong>[1]): readonly string[] =>
  namesOf(
    (routes as readonly Route[]).filter(({ keys }) => {
      try {
        assertIsAmong(keys, asking);
        return keys !== 'none' && keys !== 'admin';
      } catch {
        return false;
      }
    }),
  );

describe('the kinds of key', () => {
  it('read changes nothing', () => {
    deepEqual(namesOf(usableBy('read').filter(route => !isRead(route))), []);
  });

  it('pub sends telemetry and replays, and does nothing else', () => {
    deepEqual(namesOf(usableBy('pub')), ['exportMetrics', 'exportTraces', 'uploadReplayChunk']);
  });

  it('widget shows widgets alone, for its services', () => {
    const others = usableBy('widget').filter(
      ({ path, perService }) => !path.startsWith('/v1/widgets/') || !perService,
    );
    deepEqual(namesOf(others), []);
  });

  it('owner does what live does, sends no telemetry, and decides who belongs to the organization', () => {
    const [owner, live] = [namesOf(usableBy('owner')), namesOf(usableBy('live'))];
    deepEqual(missingIn(owner, live), ['exportMetrics', 'exportTraces', 'uploadReplayChunk']);
    const people = ['changeMember', 'inviteMember', 'removeMember'];
    deepEqual(missingIn(live, owner), [...people, ...ofSessions].sort());
  });

  it('member does what an owner does, but for keys, money, people and the name of the organization', () => {
    const [member, owner] = [namesOf(usableBy('member')), namesOf(usableBy('owner'))];
    deepEqual(missingIn(owner, member), []);
    deepEqual(missingIn(member, owner), ofOwners);
  });

  it('viewer reads, and decides about its own session, its remote clients and its membership', () => {
    const changing = usableBy('viewer').filter(route => !isRead(route));
    deepEqual(
      namesOf(changing),
      ofSessions.filter(name => !['getAuthorization', 'listGrants'].includes(name)),
    );
    const viewer = namesOf(usableBy('viewer'));
    deepEqual(missingIn(viewer, namesOf(usableBy('read'))), []);
  });

  it('name who may use them, and a person without a role is nobody', () => {
    for (const role of memberRoles)
      deepEqual(openTo({ kind: 'session', role }), namesOf(usableBy(role)));
    deepEqual(openTo({ kind: 'session' }), []);
    throws(() => assertIsAmong([], { kind: 'live' }), { status: 403, code: 'key_not_allowed' });
  });

  it('a remote client may for its person what live may, and not who belongs to the organization', () => {
    for (const role of memberRoles) {
      const ofPerson = namesOf(usableBy(role));
      const ofLive = namesOf(usableBy('live'));
      const both = ofPerson.filter(name => ofLive.includes(name));
      deepEqual(openTo({ kind: 'session', role, isGrant: true }), both);
    }
    deepEqual(openTo({ kind: 'read', isGrant: true }), namesOf(usableBy('read')));
    throws(() => assertIsAmong(['owner'], { kind: 'session', role: 'owner', isGrant: true }), {
      status: 403,
      code: 'key_not_allowed',
      message: 'a remote client may not do this; it takes a person who signed in as owner',
    });
    throws(() => assertIsAmong(['owner'], { kind: 'live' }), {
      message: 'a key of kind live may not be used here; it takes a person who signed in as owner',
    });
  });

  it('the token of a remote client is good for one route', () => {
    const all: readonly Route[] = routes;
    deepEqual(namesOf(all.filter(({ grants }) => grants)), ['callMcp']);
  });

  it('manage keys only when they are live or of an owner, and not restricted to services', () => {
    const managing = (routes as readonly Route[]).filter(
      ({ path, method }) => path.startsWith('/v1/api-keys') && method !== 'GET',
    );
    for (const { keys, perService } of managing)
      deepEqual([keys, perService], [['live', 'owner'], undefined]);
  });
});
