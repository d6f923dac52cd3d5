import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { adminToken } from '../support/cluster-accounts.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

onBothEngines('reads of an organization', function (start) {
  this.timeout(120_000);
  let server: WholeTidemark;
  let folder: TemporaryFolder;
  const keys = { ada: '', mallory: '' };

  before(async function () {
    folder = await temporaryFolder();
    server = await start(this);
    for (const name of ['ada', 'mallory'] as const)
      keys[name] = (await server.account(`${name}@stay.example`, 'checkout')).key;
  });
  after(async () => {
    await server?.close();
    await folder?.remove();
  });

  type Answer = { readonly status: number; readonly retryAfter: string | null };

  const ask = async (path: string, key?: string): Promise<Answer> => {
    const headers = key === undefined ? {} : { 'X-API-Key': key };
    const answer = await fetch(`${server.urlOf('query-api')}${path}`, { headers });
    await answer.arrayBuffer();
    return { status: answer.status, retryAfter: answer.headers.get('Retry-After') };
  };
  const many = (count: number, path: string, key?: string): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, () => ask(path, key)));
  /** Of one who asks for one after the other. */
  const inTurn = async (count: number, key: string): Promise<number[]> => {
    const statuses: number[] = [];
    while (statuses.length < count) statuses.push((await ask('/v1/services', key)).status);
    return statuses;
  };
  const allGood = (count: number): number[] => Array.from({ length: count }, () => 200);

  it('are answered while another organization asks for more than can be', async () => {
    const answers: Answer[] = [];
    const refused = () => answers.filter(({ status }) => status !== 200);
    let isOver = false;
    const askOn = async (): Promise<void> => {
      while (!isOver) answers.push(await ask('/v1/services/checkout/detail', keys.mallory));
    };
    const flood = Promise.all(Array.from({ length: 500 }, askOn));
    await until('more reads than can wait', () => refused().length > 0);
    deepEqual(await inTurn(10, keys.ada), allGood(10));
    isOver = true;
    await flood;
    for (const { status, retryAfter } of refused()) {
      ok([429, 503].includes(status), `found ${status}`);
      match(String(retryAfter), /^[1-3]$/);
    }
    process.stdout.write(`      ${refused().length} of ${answers.length} refused\n`);
  });

  it('are answered while hundreds want to know whether the process is ready', async () => {
    const probes = Promise.all([many(400, '/readyz'), many(400, '/healthz')]);
    deepEqual(await inTurn(10, keys.ada), allGood(10));
    for (const { status } of (await probes).flat()) equal(status, 200);
  });

  it('go by the views and the time of operators, who read no file', async () => {
    const path = join(folder.path, 'master.csv');
    await writeFile(path, '"the key"\n');
    const query = async (sql: string) => {
      const answer = await fetch(`${server.urlOf('query-api')}/admin/sql`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ sql }),
      });
      return { status: answer.status, body: await answer.text() };
    };
    for (const table of [`'${path}'`, `spans AS s, '${path}'`, 'LICENSE']) {
      const { status, body } = await query(`SELECT * FROM ${table}`);
      equal(status, 400, table);
      ok(!body.includes('the key'), table);
    }
    const views = await query(`SELECT count() AS n FROM spans WHERE service = 'no such service'`);
    deepEqual(JSON.parse(views.body).rows, [['0']]);
  });
});
