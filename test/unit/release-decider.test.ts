import type { EventPayload } from '../../schemas/events/event.ts';
import { organizationId } from '../../schemas/ids.ts';
import type {
  ReleaseChanges,
  ReleaseCommand,
  SentRelease,
} from '../../schemas/releases/commands.ts';
import { deployId, releaseIdOf, releaseStream } from '../../schemas/releases/ids.ts';
import {
  type Deploy,
  deploysOfReleaseMax,
  type Release,
  releaseServicesMax,
} from '../../schemas/releases/release.ts';
import { given, past } from '../support/given.ts';
import { userCommand } from '../support/user-command.ts';

const owner = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const stranger = organizationId('99999999-67d8-5369-b5c4-53b455d2bbb3');
const version = '1.4.0+eu/7 100%';
const id = releaseIdOf(owner, version);
const stream = releaseStream(id);
const ids = { releaseId: id, organizationId: owner };
const release: Release = { version, services: ['checkout'], source: 'cli', author: 'Ada' };
const atMs = 7_000;

const send = (command: ReleaseCommand, by = owner) => userCommand(command, { atMs, by });
const record = (fields: SentRelease = {}) =>
  send({ type: 'RecordRelease', data: { ...ids, version, ...fields } });
const change = (changes: ReleaseChanges, by = owner) =>
  send({ type: 'ChangeRelease', data: { releaseId: id, changes } }, by);
const deployOf = (services: readonly string[] = []): Deploy => ({
  deployId: deployId('4c5d6e7f-8a9b-5c1d-9e2f-3a4b5c6d7e83'),
  environment: 'production',
  services,
  deployedAtMs: 6_000,
});
const deploy = (services: readonly string[] = [], by = owner) =>
  send({ type: 'DeployRelease', data: { releaseId: id, deploy: deployOf(services) } }, by);
const remove = (by = owner) => send({ type: 'DeleteRelease', data: { releaseId: id } }, by);

const facts = (...payloads: readonly EventPayload[]) => ({ stream, facts: payloads });
const isNow = (fields: Partial<Release>): EventPayload => ({
  type: 'ReleaseChanged',
  data: { ...ids, ...release, ...fields },
});
const isDeployed = (services: readonly string[] = []): EventPayload => ({
  type: 'ReleaseDeployed',
  data: { ...ids, version, deploy: deployOf(services) },
});
const created = past(stream, { type: 'ReleaseCreated', data: { ...ids, ...release } });
const deleted = past(stream, { type: 'ReleaseDeleted', data: { ...ids, version } });
const names = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `service-${at}`);

describe('a release', () => {
  it('is created by the first record of its version', () => {
    given()
      .when(record({ services: ['checkout'], source: 'cli', author: 'Ada' }))
      .expect(facts({ type: 'ReleaseCreated', data: { ...ids, ...release } }));
    given()
      .when(record())
      .expect(
        facts({ type: 'ReleaseCreated', data: { ...ids, version, services: [], source: 'api' } }),
      );
  });

  it('is recorded again without a change', () => {
    given(created).when(record()).expect();
    given(created)
      .when(record({ services: ['checkout'], author: 'Ada' }))
      .expect();
  });

  it('gets what a second record says anew, and keeps who recorded it first', () => {
    given(created)
      .when(record({ services: ['cart', 'checkout'], source: 'ci', commitSha: 'abc' }))
      .expect(facts(isNow({ services: ['checkout', 'cart'], commitSha: 'abc' })));
  });

  it('keeps what a change does not name, and loses what it names null', () => {
    given(created)
      .when(change({ notes: 'Faster', addedServices: ['cart'] }))
      .expect(facts(isNow({ notes: 'Faster', services: ['checkout', 'cart'] })));
    const { author: _, ...anonymous } = release;
    given(created)
      .when(change({ author: null }))
      .expect(facts({ type: 'ReleaseChanged', data: { ...ids, ...anonymous } }));
    given(created)
      .when(change({ author: 'Ada', url: null }))
      .expect();
  });

  it('is finalized since the first time', () => {
    given(created)
      .when(change({ isFinalized: true }))
      .expect(facts(isNow({ finalizedAtMs: atMs })));
    const finalized = past(stream, isNow({ finalizedAtMs: 5_000 }));
    given(created, finalized)
      .when(change({ isFinalized: true }))
      .expect();
    given(created, finalized)
      .when(change({ notes: 'Faster' }))
      .expect(facts(isNow({ notes: 'Faster', finalizedAtMs: 5_000 })));
    given(created, finalized)
      .when(change({ isFinalized: false }))
      .expect(facts(isNow({})));
  });

  it('is deployed any number of times up to its limit, and gets the services of a deployment', () => {
    given(created).when(deploy()).expect(facts(isDeployed()));
    given(created, past(stream, isDeployed()))
      .when(deploy(['cart']))
      .expect(facts(isNow({ services: ['checkout', 'cart'] }), isDeployed(['cart'])));
    const many = Array.from({ length: deploysOfReleaseMax }, () => past(stream, isDeployed()));
    given(created, ...many)
      .when(deploy())
      .rejects('limit_reached');
  });

  it('has so many services at most', () => {
    given(created)
      .when(change({ services: names(releaseServicesMax) }))
      .expect(facts(isNow({ services: names(releaseServicesMax) })));
    for (const command of [
      record({ services: names(releaseServicesMax) }),
      change({ addedServices: names(releaseServicesMax) }),
      deploy(names(releaseServicesMax)),
    ])
      given(created).when(command).rejects('limit_reached');
  });

  it('is deleted, and then begins anew', () => {
    given(created)
      .when(remove())
      .expect(facts({ type: 'ReleaseDeleted', data: { ...ids, version } }));
    for (const command of [change({ notes: 'x' }), deploy(), remove()])
      given(created, deleted).when(command).rejects('not_found');
    given(created, deleted)
      .when(record())
      .expect(
        facts({ type: 'ReleaseCreated', data: { ...ids, version, services: [], source: 'api' } }),
      );
  });

  it('is unknown to others', () => {
    for (const command of [
      change({ notes: 'x' }, stranger),
      deploy([], stranger),
      remove(stranger),
    ])
      given(created).when(command).rejects('not_found');
    given().when(deploy()).rejects('not_found');
  });
});
