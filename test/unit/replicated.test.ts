import assert from 'node:assert/strict';
import { readDdl } from '../../platform/warehouse/ddl.ts';
import { splitLongLists } from '../../platform/warehouse/long-lists.ts';
import { replicatedDefinition } from '../../platform/warehouse/replicated.ts';

const cluster = { cluster: 'main' };

describe('a definition for replicated tables', () => {
  it('names the cluster, the replicated engine and the settings of replicated tables', () => {
    assert.equal(
      replicatedDefinition(
        `-- Why.\nCREATE TABLE IF NOT EXISTS usage (a UInt8)\nENGINE = ReplacingMergeTree(known)
ORDER BY a SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 100`,
        cluster,
      ),
      `-- Why.\nCREATE TABLE IF NOT EXISTS usage ON CLUSTER 'main' (a UInt8)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', known)
ORDER BY a SETTINGS index_granularity = 1024, replicated_deduplication_window_seconds = 604800, replicated_deduplication_window = 100`,
    );
  });

  it('takes the path and the name of the replica that are given', () => {
    assert.equal(
      replicatedDefinition('CREATE TABLE t (a UInt8) ENGINE = MergeTree() ORDER BY a', {
        cluster: '{cluster}',
        path: '/t/{uuid}',
        replica: "o'neil",
      }),
      "CREATE TABLE t ON CLUSTER '{cluster}' (a UInt8) ENGINE = ReplicatedMergeTree('/t/{uuid}', 'o\\'neil') ORDER BY a",
    );
  });

  it('runs other changes of tables, and makes databases, on the cluster too', () => {
    assert.equal(
      replicatedDefinition('ALTER TABLE t ADD COLUMN IF NOT EXISTS b UInt8', cluster),
      "ALTER TABLE t ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS b UInt8",
    );
    assert.equal(
      replicatedDefinition('DROP TABLE IF EXISTS `t`', cluster),
      "DROP TABLE IF EXISTS `t` ON CLUSTER 'main'",
    );
    assert.equal(
      replicatedDefinition('CREATE DATABASE IF NOT EXISTS `my-own_sql`', cluster),
      "CREATE DATABASE IF NOT EXISTS `my-own_sql` ON CLUSTER 'main'",
    );
  });

  it('leaves alone what is replicated already or is no definition', () => {
    const statements = [
      "CREATE TABLE t ON CLUSTER 'x' (a UInt8) ENGINE = ReplicatedMergeTree ORDER BY a",
      'OPTIMIZE TABLE t',
      "SELECT 'CREATE TABLE t (a UInt8) ENGINE = MergeTree'",
    ];
    for (const sql of statements) assert.equal(replicatedDefinition(sql, cluster), sql);
  });

  it('is made of each of ours', async () => {
    for (const { name, sql } of await readDdl()) {
      const replicated = replicatedDefinition(sql, cluster);
      assert.match(replicated, /^(?:CREATE|ALTER) TABLE \w+ ON CLUSTER 'main'\s/m, name);
      assert.equal(replicatedDefinition(replicated, cluster), replicated);
      if (!sql.includes('CREATE TABLE')) continue;
      assert.match(replicated, /ENGINE = Replicated\w*MergeTree\('\/clickhouse/, name);
      assert.match(replicated, /[ ,]replicated_deduplication_window = 10000,/, name);
      assert.doesNotMatch(replicated, /non_replicated/, name);
    }
  });

  it('refuses a name that could end a literal', () => {
    assert.throws(
      () => replicatedDefinition('DROP TABLE t', { cluster: "a' SYNC" }),
      /expected a cluster's name/,
    );
  });
});

describe('a list that is too long for one value', () => {
  it('is bound as several, in order and at every place', () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => `id-${index}-${'x'.repeat(20)}`);
    const { sql, parameters } = splitLongLists(
      'SELECT {ids:Array(String)}, {id:String}, { ids : Array(String)}',
      { ids, id: 'a' },
    );
    const names = Object.keys(parameters).filter(name => name !== 'id');
    const list = (type: string): string =>
      `arrayConcat(${names.map(name => `{${name}:${type}}`).join(', ')})`;
    assert.equal(sql, `SELECT ${list('Array(String)')}, {id:String}, ${list(' Array(String)')}`);
    assert.deepEqual(
      names.flatMap(name => parameters[name]),
      ids,
    );
    assert.ok(names.length > 1);
  });

  it('is left alone when it is short or no list', () => {
    const given = { a: ['x'], b: 'y'.repeat(100_000), c: [] };
    assert.deepEqual(splitLongLists('SELECT {a:Array(String)}', given), {
      sql: 'SELECT {a:Array(String)}',
      parameters: given,
    });
  });
});
