import { deepEqual, equal } from 'node:assert/strict';
import { readConfiguration } from '../../platform/config/config.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { applyTtl } from '../../platform/warehouse/ttl.ts';
import { dayMs } from '../../schemas/durations.ts';
import { canaryOrganization, nilOrganization } from '../../schemas/ids.ts';
import { type Retention, tableTtls } from '../../schemas/retention.ts';
import { testWarehouse } from '../support/warehouse.ts';

const { retention: defaults } = readConfiguration({ environment: {} });

const keepsOf = (retention: Retention) =>
  Object.entries(tableTtls).map(([table, { since, period, times = 1 }]) => ({
    table,
    since,
    keptMs: retention[period] * times,
  }));

describe('how long the warehouse keeps rows', function () {
  this.timeout(60_000);
  let warehouse: Warehouse;
  let commands: string[] = [];

  before(async () => {
    warehouse = await testWarehouse();
  });
  beforeEach(() => {
    commands = [];
  });
  after(() => applyTtl(warehouse, keepsOf(defaults)));

  const keep = (retention: Retention) =>
    applyTtl(
      {
        ...warehouse,
        command: async sql => {
          commands.push(sql);
          await warehouse.command(sql);
        },
      },
      keepsOf(retention),
    );
  const altered = () => commands.map(sql => /ALTER TABLE (\w+)/.exec(sql)?.[1]);

  it('is what the definitions say where nothing else is set', async () => {
    await keep(defaults);
    deepEqual(altered(), []);
  });

  it('covers every table in which rows grow old', async () => {
    const rows = await warehouse.query<{ name: string }>(
      `SELECT name FROM system.tables
       WHERE database = currentDatabase() AND engine_full LIKE '%TTL known%'`,
      {},
    );
    deepEqual(rows.map(({ name }) => name).sort(), Object.keys(tableTtls).sort());
  });

  it('is changed once, and back again', async () => {
    const changed = { ...defaults, hoursMs: 400 * dayMs, receiptsMs: 50 * 3_600_000 };
    await keep(changed);
    deepEqual(altered().sort(), ['edges_1h', 'parked', 'requests', 'usage', 'windows_1h']);
    commands = [];
    await keep(changed);
    deepEqual(altered(), []);
    await keep(defaults);
    deepEqual(altered().sort(), ['edges_1h', 'parked', 'requests', 'usage', 'windows_1h']);
  });

  it('takes what is older, and never the marker of a late batch', async () => {
    const organization = '7d2c1b1e-0000-4000-8000-00000000000a';
    const insert = (owner: string, days: number, batch = '') =>
      warehouse.command(
        `INSERT INTO spans (organization, bucket, start, known, batch)
         SELECT '${owner}', now() - INTERVAL ${days} DAY, now64(9), now(), '${batch}'
         SETTINGS async_insert = 0, insert_deduplicate = 0`,
      );
    await insert(organization, 1);
    await insert(organization, 6);
    await insert(canaryOrganization, 1, 'of-canary');
    await insert(canaryOrganization, 6, 'of-canary');
    await insert(nilOrganization, 6, 'retention-0:0-0');
    await keep({ ...defaults, spansMs: 5 * dayMs });
    await warehouse.command('OPTIMIZE TABLE spans FINAL');
    const count = async (owner: string, batch: string) => {
      const [row] = await warehouse.query<{ n: string }>(
        'SELECT count() AS n FROM spans WHERE organization = {owner:UUID} AND batch = {batch:String}',
        { owner, batch },
      );
      return Number(row?.n);
    };
    equal(await count(organization, ''), 1);
    equal(await count(canaryOrganization, 'of-canary'), 1);
    equal(await count(nilOrganization, 'retention-0:0-0'), 1);
  });
});
