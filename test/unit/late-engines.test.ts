import { deepEqual, equal, rejects } from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import { withTopics } from '../../platform/topic-log/with-topics.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { withMigrations } from '../../platform/warehouse/with-migrations.ts';

/** An engine that writes down what it is asked, and refuses everything while it is away. */
function openEngine() {
  const asked: string[] = [];
  const state = { isAway: true };
  const answer = async <Answer>(what: string, value: Answer): Promise<Answer> => {
    if (state.isAway) throw new Unavailable('away');
    asked.push(what);
    return value;
  };
  return { asked, state, answer };
}

describe('a log that was away when its process started', () => {
  const specs = [{ topic: 'spans', partitions: 4, retentionMs: 1 }];

  function opened() {
    const engine = openEngine();
    const { answer } = engine;
    let tries = 0;
    const log: TopicLog = {
      createTopics: () => {
        tries++;
        return answer('create', undefined);
      },
      partitions: () => answer('partitions', 4),
      append: () => answer('append', []),
      read: () => answer('read', []),
      lag: () => answer('lag', []),
      check: () => answer('check', undefined),
      consume: async () => {
        engine.asked.push('consume');
        return { stop: async () => {} };
      },
      close: async () => {},
    };
    return { ...engine, tries: () => tries, log: withTopics(log, specs) };
  }

  const place = { partition: 0, offset: 0 };
  const limits = { recordsMax: 1, bytesMax: 1 };
  const uses: Readonly<Record<string, (log: TopicLog) => Promise<unknown>>> = {
    append: log => log.append('spans', []),
    read: log => log.read('spans', place, limits),
    partitions: log => log.partitions('spans'),
    lag: log => log.lag('group', 'spans'),
    check: log => log.check(),
  };
  for (const [name, use] of Object.entries(uses))
    it(`has its topics before the first ${name}, whenever it comes`, async () => {
      const { log, asked, state } = opened();
      await rejects(use(log), Unavailable);
      state.isAway = false;
      await Promise.all([use(log), use(log)]);
      await use(log);
      deepEqual(asked, ['create', name, name, name]);
    });

  it('lets consumers join, who wait for it themselves, and for one try only', async () => {
    const { log, asked, tries } = opened();
    const consumer = { group: 'g', topic: 'spans', run: async () => {}, onFailed: () => {} };
    await log.consume(consumer);
    await log.consume(consumer);
    deepEqual(asked, ['consume', 'consume']);
    equal(tries(), 1);
  });
});

describe('a warehouse that was away when its process started', () => {
  const sql = 'CREATE TABLE spans (a UInt8) ENGINE = MergeTree ORDER BY a';
  const ddl = [{ number: 1, name: 'spans', sql }];

  function opened() {
    const engine = openEngine();
    const { answer } = engine;
    const warehouse: Warehouse = {
      insertColumns: table => answer(`insert ${table}`, undefined),
      query: async <Row>(text: string) => answer<Row[]>(text.slice(0, 8), []),
      command: text => answer(text.slice(0, 12), undefined),
      close: async () => {},
    };
    return { ...engine, warehouse: withMigrations(warehouse, ddl) };
  }

  const uses: Readonly<Record<string, (warehouse: Warehouse) => Promise<unknown>>> = {
    'SELECT 1': warehouse => warehouse.query('SELECT 1', {}),
    'insert other': warehouse => warehouse.insertColumns('other', 0, []),
    'OPTIMIZE x': warehouse => warehouse.command('OPTIMIZE x'),
  };
  for (const [name, use] of Object.entries(uses))
    it(`has its tables before ${name}, whenever it comes`, async () => {
      const { warehouse, asked, state } = opened();
      await rejects(use(warehouse), Unavailable);
      state.isAway = false;
      await Promise.all([use(warehouse), use(warehouse)]);
      equal(asked.filter(what => what === 'insert migrations').length, 1);
      deepEqual(asked.slice(-2), [name, name]);
    });
});
