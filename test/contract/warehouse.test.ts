import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../platform/package.ts';
import { openBlockFiles } from '../../platform/warehouse/block-files.ts';
import { readDdl } from '../../platform/warehouse/ddl.ts';
import { openEmbeddedWarehouse } from '../../platform/warehouse/embedded.ts';
import { migrate } from '../../platform/warehouse/migrate.ts';
import { nativeBlock } from '../../platform/warehouse/native.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { column, testWarehouse, testWarehouseFolder, uint8s } from '../support/warehouse.ts';
import { warehouseContract } from './warehouse.contract.ts';

/** For other processes, which run the source. */
const embeddedModule = pathToFileURL(join(packageRoot(), 'platform/warehouse/embedded.ts'));

warehouseContract('embedded', testWarehouse);

describe('the embedded warehouse', function () {
  this.timeout(60_000);
  let warehouse: Warehouse;
  let folder: string;

  before(async () => {
    warehouse = await testWarehouse();
    folder = await testWarehouseFolder();
  });

  async function inAnotherProcess(script: string): Promise<string> {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', script],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    return text(child.stdout);
  }

  const openElsewhere = (path: string): Promise<string> =>
    inAnotherProcess(`
      import { openEmbeddedWarehouse } from '${embeddedModule}';
      try {
        const warehouse = await openEmbeddedWarehouse({ folder: ${JSON.stringify(path)} });
        console.log(JSON.stringify(await warehouse.query('SELECT a FROM t', {})));
        await warehouse.close();
      } catch (error) {
        console.log(error.code + ': ' + error.message);
      }`);

  it('tells a second process that the folder is in use', async () => {
    assert.equal(
      await openElsewhere(folder),
      `folder_in_use: another Tidemark process uses ${folder}; stop it or choose another TIDEMARK_DATA_DIR\n`,
    );
    assert.deepEqual(await warehouse.query('SELECT 1 AS a', {}), [{ a: 1 }]);
  });

  it('tells another failure to open from a folder in use', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'tidemark-warehouse-'));
    await mkdir(join(broken, 'status'));
    assert.match(await openElsewhere(broken), /^unavailable: ClickHouse could not open/);
    await rm(broken, { recursive: true });
  });

  it('lets another process have the folder that a killed one left', async () => {
    const left = await mkdtemp(join(tmpdir(), 'tidemark-warehouse-'));
    await inAnotherProcess(`
      import { openEmbeddedWarehouse } from '${embeddedModule}';
      const warehouse = await openEmbeddedWarehouse({ folder: ${JSON.stringify(left)} });
      await warehouse.command('CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a');
      await warehouse.insertColumns('t', 1, [{ name: 'a', type: 'UInt8', data: { kind: 'fixed', width: 1, bytes: Uint8Array.of(7) } }]);
      process.kill(process.pid, 'SIGKILL');`);
    assert.equal(await openElsewhere(left), '[{"a":7}]\n');
    await rm(left, { recursive: true });
  });

  it('has what was merged on the disk, since it deletes soon what that was merged from', async () => {
    const synced = async (): Promise<number> => {
      const [row] = await warehouse.query<{ n: string }>(
        "SELECT toString(sum(value)) AS n FROM system.events WHERE event = 'FileSync'",
        {},
      );
      return Number(row?.n);
    };
    await warehouse.command('CREATE TABLE contract_merged (a UInt8) ENGINE = MergeTree ORDER BY a');
    for (const a of [1, 2]) {
      await warehouse.insertColumns('contract_merged', 1, [column('a', 'UInt8', uint8s(a))]);
    }
    const before = await synced();
    await warehouse.command('OPTIMIZE TABLE contract_merged FINAL');
    assert.ok((await synced()) > before);
    await warehouse.command('DROP TABLE contract_merged');
  });

  it('is one in a process', async () => {
    await assert.rejects(openEmbeddedWarehouse({ folder }), /expected one embedded warehouse/);
  });

  it('leaves no block behind, in success or failure', async () => {
    await warehouse.command('CREATE TABLE contract_left (a UInt8) ENGINE = MergeTree ORDER BY a');
    await warehouse.insertColumns('contract_left', 1, [column('a', 'UInt8', uint8s(1))]);
    await assert.rejects(
      warehouse.insertColumns('contract_left', 1, [column('b', 'UInt8', uint8s(1))]),
    );
    assert.deepEqual(await readdir(join(folder, 'blocks')), []);
  });

  it('clears the blocks of a former process and lets nobody else read its own', async () => {
    const blocks = await mkdtemp(join(tmpdir(), 'tidemark-blocks-'));
    await writeFile(join(blocks, '17.native'), 'left over');
    await writeFile(join(blocks, 'other'), 'not ours');
    const files = await openBlockFiles(blocks);
    const block = nativeBlock(1, [column('a', 'UInt8', uint8s(1))]);
    const mode = await files.withBlock(block, async path => (await stat(path)).mode & 0o777);
    assert.equal(mode, 0o600);
    assert.deepEqual(await readdir(blocks), ['other']);
    await rm(blocks, { recursive: true });
  });

  describe('definitions', () => {
    it('are applied once, and again after a crash before the record', async () => {
      const ddl = await readDdl();
      const records = 'SELECT number, count() AS n FROM migrations GROUP BY number ORDER BY number';
      const before = await warehouse.query(records, {});
      await migrate(warehouse, ddl);
      assert.deepEqual(await warehouse.query(records, {}), before);
      assert.equal(before.length, ddl.length);
      await warehouse.command(
        'ALTER TABLE migrations DELETE WHERE number = 3 SETTINGS mutations_sync = 2',
      );
      await migrate(warehouse, ddl);
      assert.deepEqual(await warehouse.query(records, {}), before);
    });

    it('may not change after they were applied, nor go away', async () => {
      const ddl = await readDdl();
      const changed = ddl.map(each =>
        each.number === 2 ? { ...each, sql: `${each.sql}-- more` } : each,
      );
      await assert.rejects(migrate(warehouse, changed), /definition 2 resources as it was applied/);
      await assert.rejects(migrate(warehouse, ddl.slice(1)), /does not know/);
    });
  });
});
