import { deepEqual, equal } from 'node:assert/strict';
import { type Environment, openEnvironment, type Table } from '../../platform/lmdb/environment.ts';
import { textKey } from '../../platform/lmdb/keys.ts';
import { encodeChange } from '../../platform/read-store/encoded-change.ts';
import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import { lmdbRows } from '../../platform/read-store/lmdb-rows.ts';
import type { RowWrite } from '../../platform/read-store/port.ts';
import { rowKey } from '../../platform/read-store/row-keys.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const deletedRows = 3_000;
const table = 1;

const keyOf = (index: number): string => `o/${String(index).padStart(5, '0')}`;
/** Rows that were made and ended, and one that stayed. */
const writes: readonly RowWrite[] = [
  ...Array.from({ length: deletedRows }, (_, at) => ({
    key: keyOf(at),
    position: 2 * at,
    row: { at },
  })),
  ...Array.from({ length: deletedRows }, (_, at) => ({ key: keyOf(at), position: 2 * at + 1 })),
  { key: keyOf(deletedRows), position: 2 * deletedRows, row: { stays: true } },
];

/** Counts what is read of its tables. */
function counting(environment: Environment) {
  let reads = 0;
  function* counted<Item>(items: Iterable<Item>): Iterable<Item> {
    for (const item of items) {
      reads++;
      yield item;
    }
  }
  const textTable = (name: string): Table<string> => {
    const whole = environment.textTable(name);
    return {
      ...whole,
      get: key => whole.get(key),
      getRange: range => counted(whole.getRange(range)) as ReturnType<typeof whole.getRange>,
      getKeys: range => counted(whole.getKeys(range)) as ReturnType<typeof whole.getKeys>,
      put: (key, value) => whole.put(key, value),
      remove: key => whole.remove(key),
    };
  };
  return {
    environment: { ...environment, textTable },
    readsOf: <Result>(work: () => Result): { readonly result: Result; readonly reads: number } => {
      reads = 0;
      return { result: work(), reads };
    },
  };
}

describe('a row that ended', function () {
  this.timeout(60_000);
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let environment: Environment;

  before(async () => {
    folder = await temporaryFolder();
    environment = await openEnvironment(folder.path);
  });

  after(async () => {
    await environment?.close();
    await folder?.remove();
  });

  it('costs a list of the present nothing', async () => {
    const { environment: watched, readsOf } = counting(environment);
    const rows = lmdbRows(watched);
    const change = await encodeChange(table, { writes });
    await environment.batch(() => rows.change(change));
    const list = readsOf(() => rows.list(table, { prefix: 'o/', limit: 10 }));
    deepEqual(list.result, [{ key: keyOf(deletedRows), row: { stays: true } }]);
    equal(list.reads, 2);
    const page = readsOf(() => rows.page(table, { prefix: 'o/', rowsMax: 10, bytesMax: 1_000 }));
    deepEqual(page.result, { rows: list.result, next: undefined });
    equal(page.reads, 2);
  });

  it('costs a page of the past no more than its limit, which says where to go on', () => {
    const { environment: watched, readsOf } = counting(environment);
    const rows = lmdbRows(watched);
    const past = { prefix: 'o/', at: 2 * deletedRows, bytesMax: 1_000 };
    const { result, reads } = readsOf(() => rows.page(table, { ...past, rowsMax: 10 }));
    deepEqual(result, { rows: [], next: keyOf(9) });
    equal(reads, 20);
    const rest = rows.page(table, { ...past, after: keyOf(9), rowsMax: deletedRows });
    deepEqual(rest, {
      rows: [{ key: keyOf(deletedRows), row: { stays: true } }],
      next: undefined,
    });
  });
});

describe('a read store that an earlier release wrote', () => {
  it('lists what is there, and nothing that ended', async () => {
    const folder = await temporaryFolder();
    const name = 'things@1#a';
    const open = () => openLmdbReadStore({ folder: folder.path });
    const first = await open();
    await first.apply([{ table: name, writes, checkpoint: 9 }]);
    await first.close();
    await asOfAnEarlierRelease(folder.path, name);
    const store = await open();
    deepEqual(store.list(name, { prefix: 'o/', limit: 10 }), [
      { key: keyOf(deletedRows), row: { stays: true } },
    ]);
    equal(store.checkpoint(name), 9);
    await store.close();
    await folder.remove();
  });
});

/** Without the index, of which a row is left that has ended. */
async function asOfAnEarlierRelease(folder: string, name: string): Promise<void> {
  const environment = await openEnvironment(folder);
  const live = environment.textTable('live');
  await environment.batch(() => {
    live.remove(rowKey(table, keyOf(deletedRows)));
    live.put(rowKey(table, keyOf(3)), '');
    environment
      .textTable('tables')
      .put(textKey(name), JSON.stringify({ number: table, checkpoint: 9 }));
  });
  await environment.close();
}
