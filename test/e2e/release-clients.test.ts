import { deepEqual, equal, match } from 'node:assert/strict';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type AlertCustomer, alertCustomer } from '../support/alert-client.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { tidemark as cli } from '../support/cli.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { goFault } from '../support/go-json.ts';
import { releaseClient, releasePath, releasesPath } from '../support/release-client.ts';
import { releaseStructs } from '../support/release-structs.ts';

/** Versions with all that means something in a path, a query or a percent-encoding. */
const oddVersions = [
  '1.4.0+build.7',
  'web/2026.11.4',
  'a//b/deploys/c',
  ' 1.0 rc 2 ',
  '100%',
  '%2F',
  'v1?x=1&y#z',
  '-',
  '...',
  'č 🚀 \u202e',
  'deploys',
];

onBothEngines('releases of real clients', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: AlertCustomer;
  let client: ReturnType<typeof releaseClient>;

  before(async function () {
    tidemark = await start(this);
    ada = await alertCustomer(tidemark, 'ada');
    client = releaseClient(ada);
  });
  after(() => tidemark?.close());

  it('keep every character of their versions on every route', async () => {
    for (const version of oddVersions) {
      equal((await client.record(version)).version, version);
      equal((await client.deploy(version)).version, version);
      equal((await client.read(version)).version, version);
      equal((await ada.call('PATCH', releasePath(version))).body.version, version);
      const figures = await ada.get<ResponseOf<'getReleaseFigures'>>(
        `/v1/releases/${encodeURIComponent(version)}`,
      );
      deepEqual([figures.version, figures.deployments.length], [version, 1]);
      equal((await ada.call('DELETE', releasePath(version))).body.version, version);
    }
  });

  it('take versions as the clients send them, without an escape', async () => {
    for (const version of ['1.4.0+build.7', 'web/2026.11.4', 'a//b/deploys/c', '100%', '%zz']) {
      await client.record(version);
      const sent = await rawDeploy(
        tidemark.url,
        ada.reader.key,
        `${releasesPath}/${version}/deploys`,
      );
      deepEqual([sent.status, sent.body.version], [201, version]);
    }
  });

  it('are made by commands as pipelines have them', async () => {
    const run = (command: string, ...args: readonly string[]) =>
      cli(['releases', command, '--url', tidemark.url, ...args], {
        TIDEMARK_API_KEY: ada.reader.key,
      });
    for (const version of ['2.0+cli/č 100%', '-rc 1', '-']) {
      const said = [
        await run('create', '--service', 'cart', '--commit', 'abc', '--', version),
        await run('deploy', '--environment', 'production', '--', version),
        await run('finalize', '--', version),
        await run('show', '--', version),
        await run('list'),
      ];
      for (const { code, err } of said) deepEqual([code, err], [0, '']);
      const found = await client.read(version);
      deepEqual(
        [found.source, found.services, found.commit_sha, found.deploy_count],
        ['cli', ['cart'], 'abc', 1],
      );
      equal(found.finalized_at === null, false);
      match(said[3]?.out ?? '', /production/u);
      const listed = (await run('list', '--json')).records;
      equal(
        listed.some(each => each.version === version),
        true,
      );
      equal((await run('delete', '--', version)).code, 0);
    }
    equal((await run('deploy', 'x')).code, 2);
    match((await run('show', 'none')).err, /there is no release 'none'/u);
  });

  it('are listed by page and by cursor, the newest first', async () => {
    const grace = await alertCustomer(tidemark, 'grace');
    const versions = Array.from({ length: 5 }, (_, index) => `v${index}`);
    for (const [index, version] of versions.entries()) {
      const service_name = index % 2 === 0 ? 'a+b' : 'c d';
      await grace.call('POST', releasesPath, { version, service_name });
    }
    await grace.call('POST', `${releasesPath}/v1/deploys`, { environment: 'staging' });
    const list = async (query: string) => {
      const { text, body } = await grace.call('GET', `${releasesPath}?${query}`);
      equal(goFault(text, releaseStructs.list), undefined, text);
      return body as unknown as ResponseOf<'listReleases'>;
    };
    const second = await list('page=2&page_size=2');
    deepEqual(
      second.releases.map(({ version }) => version),
      ['v2', 'v1'],
    );
    deepEqual([second.total, second.page, second.page_size], [5, 2, 2]);
    deepEqual([second.environments, second.services], [['staging'], ['a+b', 'c d']]);
    const third = await list(`page_size=2&cursor=${second.next_cursor}`);
    deepEqual(
      third.releases.map(({ version }) => version),
      ['v0'],
    );
    equal(third.next_cursor, null);
    for (const service of ['a+b', 'a%2Bb']) equal((await list(`service=${service}`)).total, 3);
    for (const service of ['c+d', 'c%20d']) equal((await list(`service=${service}`)).total, 2);
    equal((await list('environment=staging')).total, 1);
    const figures = await grace.get<ResponseOf<'listReleaseFigures'>>(
      '/v1/releases?environment=staging',
    );
    deepEqual(
      figures.releases.map(({ version, deployment }) => [version, deployment?.environment]),
      [['v1', 'staging']],
    );
  });
});

/** A request whose path goes over the wire as it is: a URL would escape some of it. */
function rawDeploy(url: string, key: string, target: string) {
  const { hostname, port } = new URL(url);
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  return new Promise<{ status: number | undefined; body: Record<string, unknown> }>(
    (resolve, reject) => {
      const sent = request({ hostname, port, path: target, method: 'POST', headers }, answer => {
        json(answer).then(
          body => resolve({ status: answer.statusCode, body: body as Record<string, unknown> }),
          reject,
        );
      });
      sent.once('error', reject);
      sent.end(JSON.stringify({ environment: 'production' }));
    },
  );
}
