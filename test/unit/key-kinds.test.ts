import { deepEqual } from 'node:assert/strict';
import type { CredentialKind } from '../../schemas/api-keys/kinds.ts';
import { isRead, type Route } from '../../schemas/http/route.ts';
import { routes } from '../../schemas/http/routes.ts';

const usableBy = (kind: CredentialKind): readonly Route[] =>
  (routes as readonly Route[]).filter(
    ({ keys }) => keys !== 'none' && keys !== 'admin' && keys.includes(kind),
  );

const namesOf = (some: readonly Route[]): readonly string[] => some.map(({ name }) => name).sort();

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

  it('session does what live does, sends no telemetry, ends itself, and allows remote clients', () => {
    const [session, live] = [namesOf(usableBy('session')), namesOf(usableBy('live'))];
    deepEqual(
      live.filter(name => !session.includes(name)),
      ['exportMetrics', 'exportTraces', 'uploadReplayChunk'],
    );
    deepEqual(
      session.filter(name => !live.includes(name)),
      ['allowGrant', 'endSession', 'getAuthorization', 'listGrants', 'revokeGrant'],
    );
  });

  it('the token of a remote client is good for one route', () => {
    const all: readonly Route[] = routes;
    deepEqual(namesOf(all.filter(({ grants }) => grants)), ['callMcp']);
  });

  it('manage keys only when they are live or of a person, and not restricted to services', () => {
    const managing = (routes as readonly Route[]).filter(
      ({ path, method }) => path.startsWith('/v1/api-keys') && method !== 'GET',
    );
    for (const { keys, perService } of managing)
      deepEqual([keys, perService], [['live', 'session'], undefined]);
  });
});
