import { deepEqual, equal, match } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { roleNames } from '../../platform/config/role-names.ts';
import type { Readiness } from '../../schemas/probes/routes.ts';
import { type FakeClickHouse, startFakeClickHouse } from '../support/fake-clickhouse.ts';
import { type RoleProcess, startRoles } from '../support/role-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { clickhouseSettings } from '../support/warehouse-settings.ts';

/** A process that is stopped by a signal answers nobody, however long one waits. */
const unansweredMs = 1000;

/** As the README of the chart says: what fails, what a kubelet does then, and how the process recovers. */
describe('the probes of a process', () => {
  let folder: TemporaryFolder;
  let clickhouse: FakeClickHouse;
  let environment: Record<string, string>;
  let tidemark: RoleProcess;

  before(async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder.path, 'clickhouse'));
    clickhouse = await startFakeClickHouse({ folder: join(folder.path, 'clickhouse') });
    environment = {
      TIDEMARK_MASTER_KEY: randomBytes(32).toString('base64'),
      ...clickhouseSettings(clickhouse),
    };
    tidemark = await start();
  });

  after(async () => {
    tidemark?.kill('SIGKILL');
    await tidemark?.ended;
    await clickhouse?.stop();
    await folder?.remove();
  });

  const start = (): Promise<RoleProcess> =>
    startRoles({ roles: roleNames, dataDir: join(folder.path, 'data'), environment });

  /** The status of a probe; undefined: no answer. */
  const probe = (path: '/livez' | '/readyz'): Promise<number | undefined> =>
    fetch(`${tidemark.url}${path}`, { signal: AbortSignal.timeout(unansweredMs) }).then(
      ({ status }) => status,
      () => undefined,
    );
  const probes = async () => ({ alive: await probe('/livez'), ready: await probe('/readyz') });
  const isReady = async (): Promise<boolean> => (await probe('/readyz')) === 200;

  it('take it from the traffic without ClickHouse, and give it back without a restart', async () => {
    await until('a ready process', isReady);
    const { pid } = tidemark;
    await clickhouse.signal('SIGKILL');
    const unready = await until('a process that is not ready', async () => {
      const response = await fetch(`${tidemark.url}/readyz`);
      return response.status === 503 ? ((await response.json()) as Readiness) : undefined;
    });
    equal(unready.status, 'unready');
    match(unready.checks.warehouse?.reason ?? '', /ClickHouse/);
    equal(await probe('/livez'), 200);
    clickhouse = await startFakeClickHouse({
      folder: join(folder.path, 'clickhouse'),
      port: clickhouse.port,
    });
    await until('a process that is ready again', isReady);
    equal(tidemark.pid, pid);
    deepEqual(await probes(), { alive: 200, ready: 200 });
  });

  it('are not answered by a process that hangs, which is ready again once it was killed and started', async () => {
    tidemark.kill('SIGSTOP');
    deepEqual(await probes(), { alive: undefined, ready: undefined });
    tidemark.kill('SIGKILL');
    equal(await tidemark.ended, 'SIGKILL');
    tidemark = await start();
    await until('a ready process', isReady);
    equal(await probe('/livez'), 200);
  });

  it('are not answered any more by a process that was told to stop and drained', async () => {
    tidemark.kill('SIGTERM');
    equal(await tidemark.ended, 0);
    deepEqual(await probes(), { alive: undefined, ready: undefined });
    tidemark = await start();
    await until('a ready process', isReady);
  });
});
