import { deepEqual, equal, match } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { organizationId } from '../../schemas/ids.ts';
import { releaseIdOf } from '../../schemas/releases/ids.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { goFault } from '../support/go-json.ts';
import { releaseClient, releasePath, releasesPath } from '../support/release-client.ts';
import { releaseStructs } from '../support/release-structs.ts';

const path = releasesPath;
const of = releasePath;

onBothEngines('releases', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;
  let eve: AlertCustomer;
  let client: ReturnType<typeof releaseClient>;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
    eve = await alertCustomer(tidemark, 'eve');
    client = releaseClient(ada);
  });
  after(() => tidemark?.close());

  const statusOf = async (method: string, target: string, body?: unknown, by = ada) =>
    (await by.call(method, target, body)).status;
  const newVersion = (): string => `1.0.0-${randomUuid()}`;

  it('have a default for everything that the least request leaves out', async () => {
    const version = newVersion();
    const { created_at, updated_at, ...rest } = await client.record(version);
    const id = releaseIdOf(organizationId(ada.reader.organization), version);
    deepEqual(rest, {
      id,
      version,
      service_name: null,
      services: [],
      source: 'api',
      commit_sha: null,
      commit_range: null,
      url: null,
      author: null,
      notes: null,
      finalized_at: null,
      deploy_count: 0,
      last_deploy: null,
    });
    equal(created_at, updated_at);
    deepEqual(await client.read(version), { ...rest, created_at, updated_at, deploys: [] });
  });

  it('are the same when a pipeline records them again, and get what is new', async () => {
    const version = newVersion();
    const first = await client.record(version, {
      service_name: 'checkout',
      commit_sha: 'abc',
      url: '',
    });
    deepEqual(await client.record(version, {}, 200), first);
    const more = { services: ['cart', 'checkout'], commit_sha: 'def', source: 'other' };
    const { updated_at, ...second } = await client.record(version, more, 200);
    const { updated_at: firstAt, ...whole } = first;
    deepEqual(second, { ...whole, services: ['checkout', 'cart'], commit_sha: 'def' });
    equal(updated_at >= firstAt, true);
    const key = { 'Idempotency-Key': randomUuid() };
    const again = { version: newVersion() };
    const answers = [
      await ada.call('POST', path, again, key),
      await ada.call('POST', path, again, key),
    ];
    deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
    equal(answers[0]?.text, answers[1]?.text);
    const other = await ada.call('POST', path, { version: newVersion() }, key);
    deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
  });

  it('change in what a request names, and are finalized by one without a body', async () => {
    const version = newVersion();
    await client.record(version, { author: 'Ada', notes: 'x\ny' });
    const changed = await ada.call('PATCH', of(version), { author: null, url: 'https://a.b/c?d' });
    equal(goFault(changed.text, releaseStructs.release), undefined);
    deepEqual(
      [changed.body.author, changed.body.url, changed.body.notes],
      [null, 'https://a.b/c?d', 'x\ny'],
    );
    const finalized = await ada.call('PATCH', `${of(version)}?service=shop`);
    equal(finalized.status, 200, finalized.text);
    deepEqual(finalized.body.services, ['shop']);
    match(String(finalized.body.finalized_at), /Z$/u);
    const again = await ada.call('PATCH', of(version));
    equal(again.body.finalized_at, finalized.body.finalized_at);
    equal((await ada.call('PATCH', of(version), {})).text, again.text);
    const open = await ada.call('PATCH', of(version), { finalized: false });
    equal(open.body.finalized_at, null);
  });

  it('are deployed with what is known of it', async () => {
    const version = newVersion();
    const { id } = await client.record(version, { service_name: 'checkout' });
    const beforeMs = Date.now();
    const least = await client.deploy(version, {}, '?service=a+b');
    deepEqual(
      { ...least, id: undefined, deployed_at: undefined },
      {
        id: undefined,
        release_id: id,
        version,
        environment: 'production',
        services: ['a+b'],
        name: null,
        url: null,
        deployer: null,
        started_at: null,
        finished_at: null,
        deployed_at: undefined,
      },
    );
    equal(Date.parse(least.deployed_at) >= beforeMs, true);
    const times = { started_at: '2026-01-01T01:00:00+01:00', finished_at: '2026-01-01T00:10:00Z' };
    const more = { name: 'blue', url: 'x', deployer: 'bot', environment: ' staging/č ' };
    const whole = await client.deploy(version, { ...more, ...times, services: ['cart'] });
    deepEqual(
      [whole.started_at, whole.finished_at, whole.deployed_at, whole.environment],
      [
        '2026-01-01T00:00:00.000Z',
        '2026-01-01T00:10:00.000Z',
        '2026-01-01T00:10:00.000Z',
        ' staging/č ',
      ],
    );
    const found = await client.read(version);
    deepEqual(found.services, ['checkout', 'a+b', 'cart']);
    deepEqual(found.deploys, [least, whole]);
    deepEqual([found.deploy_count, found.last_deploy], [2, least]);
  });

  it('say which field is wrong', async () => {
    const version = newVersion();
    await client.record(version);
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const cases = [
      ['POST', path, 'version', {}],
      ['POST', path, 'version', { version: ' ' }],
      ['POST', path, 'version', { version: '..' }],
      ['POST', path, 'version', { version: 'a\nb' }],
      ['POST', path, 'version', { version: 'x'.repeat(201) }],
      ['POST', path, 'services', { version, services: [''] }],
      ['POST', path, 'url', { version, url: 'x'.repeat(2_001) }],
      ['PATCH', of(version), 'finalized', { finalized: 'yes' }],
      ['PATCH', `${of(version)}?service=%0A`, 'service', { notes: 'x' }],
      ['POST', of(version, '/deploys'), 'environment', {}],
      ['POST', of(version, '/deploys'), 'finished_at', { finished_at: inAnHour }],
      ['POST', of(version, '/deploys'), 'started_at', { started_at: 'today' }],
      [
        'POST',
        of(version, '/deploys'),
        'finished_at',
        { started_at: '2026-01-02T00:00:00Z', finished_at: '2026-01-01T00:00:00Z' },
      ],
    ] as const;
    for (const [method, target, field, fields] of cases) {
      const body = target.endsWith('/deploys') && field !== 'environment';
      const sent = body ? { environment: 'production', ...fields } : fields;
      const { status, text } = await ada.call(method, target, sent);
      equal(status, 400, `${target}: ${text}`);
      match(text, new RegExp(field, 'u'));
    }
    equal(await statusOf('GET', `${path}?page=x`), 400);
    equal((await client.record('x'.repeat(200))).version.length, 200);
  });

  it('have a limit of services', async () => {
    const version = newVersion();
    const services = Array.from({ length: 50 }, (_, index) => `service ${index}`);
    await client.record(version, { services });
    const over = await ada.call('POST', path, { version, service_name: 'one more' });
    deepEqual([over.status, over.body.code], [409, 'limit_reached']);
    equal(await statusOf('POST', path, { version, services: [...services, 'more'] }), 400);
  });

  it('are gone with their deployments once they are deleted, and begin anew', async () => {
    const version = newVersion();
    await client.record(version, { service_name: 'gone' });
    await client.deploy(version);
    const seen = async () =>
      (await ada.get<ResponseOf<'listDeployments'>>('/v1/deployments?service=gone')).recorded;
    equal((await seen()).length, 1);
    const beforeIt = new Date().toISOString();
    const gone = await ada.call('DELETE', of(version));
    deepEqual([gone.status, gone.body.version], [200, version]);
    for (const [method, rest, body] of [
      ['GET', ''],
      ['PATCH', '', { notes: 'x' }],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/deploys', { environment: 'production' }],
    ] as const)
      equal(await statusOf(method, of(version, rest), body), 404, method);
    equal(await statusOf('GET', `/v1/releases/${encodeURIComponent(version)}`), 404);
    deepEqual(await seen(), []);
    equal((await client.read(version, `?as_of=${beforeIt}`)).deploy_count, 1);
    const anew = await client.record(version, { service_name: 'gone' });
    equal(anew.deploy_count, 0);
    deepEqual(await seen(), []);
    const { events } = await ada.get<ResponseOf<'audit'>>('/v1/audit?kinds=releases');
    deepEqual(
      events.filter(({ resource }) => resource.id === anew.id).map(({ type }) => type),
      ['ReleaseCreated', 'ReleaseDeleted', 'ReleaseDeployed', 'ReleaseCreated'],
    );
  });

  it('belong to one organization', async () => {
    const version = newVersion();
    await client.record(version, { author: 'Ada' });
    for (const [method, rest, body] of [
      ['GET', ''],
      ['PATCH', '', { notes: 'x' }],
      ['DELETE', ''],
      ['POST', '/deploys', { environment: 'production' }],
    ] as const)
      equal(await statusOf(method, of(version, rest), body, eve), 404, method);
    const own = await eve.call('POST', path, { version });
    deepEqual([own.status, own.body.author], [201, null]);
    deepEqual((await eve.get<ResponseOf<'listReleases'>>(path)).total, 1);
  });

  it('are shown to a key of some services only where they are of these', async () => {
    const [theirs, others] = [newVersion(), newVersion()];
    await client.record(theirs, { services: ['own', 'other'] });
    await client.record(others, { services: ['other'] });
    for (const version of [theirs, others]) await client.deploy(version);
    const { body } = await ada.call('POST', '/v1/api-keys', {
      name: 'own',
      kind: 'read',
      services: ['own'],
    });
    const get = async (target: string) => {
      const headers = { 'X-API-Key': String(body.key) };
      const response = await fetch(`${tidemark.url}${target}`, { headers });
      return { status: response.status, body: await response.json() };
    };
    const { recorded } = (await get('/v1/deployments')).body as ResponseOf<'listDeployments'>;
    deepEqual(
      recorded.map(({ version, services }) => [version, services]),
      [[theirs, ['own']]],
    );
    for (const target of [path, '/v1/releases', of(theirs)])
      equal((await get(target)).status, 403, target);
  });
});
