import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Unavailable } from '../../platform/errors.ts';
import type { ReadStore, Row } from '../../platform/read-store/port.ts';
import { modelContract } from './read-store-against-model.ts';
import { newTable, openReadStores, type ReadStoreEngine } from './read-store-harness.ts';

export function readStoreContract(name: string, start: () => Promise<ReadStoreEngine>): void {
  describe(`read store: ${name}`, function () {
    this.timeout(120_000);
    const stores = openReadStores(start);
    const { apply } = stores;
    let store: ReadStore;

    before(() => {
      store = stores.store();
    });

    describe('a row', () => {
      it('is the latest version, or the one of a position', async () => {
        const table = newTable();
        await apply(table, [
          { key: 'a', position: 3, row: { n: 3 } },
          { key: 'a', position: 7, row: { n: 7 } },
        ]);
        assert.deepEqual(store.get(table, 'a'), { n: 7 });
        assert.deepEqual(
          [-1, 0, 2, 3, 6, 7, 8, Number.MAX_SAFE_INTEGER].map(at => store.get(table, 'a', at)),
          [undefined, undefined, undefined, { n: 3 }, { n: 3 }, { n: 7 }, { n: 7 }, { n: 7 }],
        );
      });

      it('ends where it is written without a value, and may come back', async () => {
        const table = newTable();
        await apply(table, [
          { key: 'a', position: 1, row: { n: 1 } },
          { key: 'a', position: 2 },
          { key: 'a', position: 5, row: { n: 5 } },
          { key: 'b', position: 1, row: {} },
          { key: 'b', position: 4 },
        ]);
        assert.deepEqual(
          [1, 2, 4, 5].map(at => store.get(table, 'a', at)),
          [{ n: 1 }, undefined, undefined, { n: 5 }],
        );
        assert.equal(store.get(table, 'b'), undefined);
        assert.deepEqual(store.get(table, 'b', 3), {});
        assert.deepEqual(store.list(table, { limit: 10 }), [{ key: 'a', row: { n: 5 } }]);
      });

      it('written again at its position is replaced', async () => {
        const table = newTable();
        await apply(table, [{ key: 'a', position: 1, row: { n: 1 } }]);
        await apply(table, [{ key: 'a', position: 1, row: { n: 2 } }]);
        assert.deepEqual([...store.versions(table)], [{ key: 'a', position: 1, row: { n: 2 } }]);
      });

      it('that was read, or was missing, is read anew after each write of it', async () => {
        const table = newTable();
        const both = () => [store.get(table, 'a'), store.get(table, 'b')];
        await apply(table, [{ key: 'a', position: 1, row: { n: 1 } }]);
        assert.deepEqual([...both(), ...both()], [{ n: 1 }, undefined, { n: 1 }, undefined]);
        await apply(table, [{ key: 'b', position: 2, row: { n: 2 } }]);
        assert.deepEqual(both(), [{ n: 1 }, { n: 2 }]);
        await apply(table, [{ key: 'a', position: 3 }]);
        assert.deepEqual(both(), [undefined, { n: 2 }]);
        await store.apply([{ table, writes: [], forget: ['b'], checkpoint: 4 }]);
        assert.deepEqual(both(), [undefined, undefined]);
        await store.drop(table);
        await apply(table, [{ key: 'b', position: 5, row: { n: 5 } }]);
        assert.deepEqual(both(), [undefined, { n: 5 }]);
      });

      it('is there for who reads it while it is written, either before or after the write', async () => {
        const table = newTable();
        await apply(table, [{ key: 'a', position: 0, row: { n: 0 } }]);
        for (let n = 1; n <= 50; n++) {
          const before = store.get(table, 'a')?.n;
          const written = apply(table, [{ key: 'a', position: n, row: { n } }]);
          const during = store.get(table, 'a')?.n;
          await written;
          const after = store.get(table, 'a')?.n;
          assert.deepEqual([before, after], [n - 1, n]);
          assert.ok(during === n - 1 || during === n, `found ${during}`);
        }
      });

      it('keeps its values as they are', async () => {
        const table = newTable();
        const row: Row = {
          text: 'Größe 鍵 🔑 " \\ \u0000 \u2028',
          number: 2 ** 53 - 1,
          fraction: 0.1,
          nothing: null,
          list: [true, [], {}],
          '': 'no name',
        };
        await apply(table, [{ key: 'k', position: 0, row }]);
        assert.deepEqual(store.get(table, 'k'), row);
      });

      it('of a key is not that of a key it begins', async () => {
        const table = newTable();
        const keys = [
          '',
          'a',
          'a\u0000',
          'a\u0000\u0000',
          'a\u0000b',
          'a\u0001',
          'ab',
          'ä',
          '鍵',
          '🔑',
        ];
        for (const [position, key] of keys.entries())
          await apply(table, [{ key, position, row: { key } }]);
        for (const key of keys) assert.deepEqual(store.get(table, key), { key });
        assert.deepEqual(
          store.list(table, { limit: 100 }).map(({ key }) => key),
          keys,
        );
      });

      it('may have a long key, and one that is too long is refused', async () => {
        const table = newTable();
        const key = '鍵'.repeat(500);
        await apply(table, [{ key, position: 0, row: { long: true } }]);
        assert.deepEqual(store.get(table, key), { long: true });
        const tooLong = apply(table, [{ key: `${key}k`, position: 0, row: {} }], 9);
        await assert.rejects(tooLong, /a key of at most 1500 bytes, got 1501/);
        await assert.rejects(apply(table, [{ key: 'half \ud83d', position: 0, row: {} }], 9));
        assert.equal(store.checkpoint(table), 0);
      });
    });

    it('has nothing under a text that cannot be a key', async () => {
      const table = newTable();
      await apply(table, [{ key: 'a', position: 0, row: {} }]);
      for (const text of ['a'.repeat(1_501), '鍵'.repeat(501), '\0'.repeat(751), 'half \ud83d']) {
        assert.equal(store.get(table, text), undefined);
        assert.equal(store.get(table, text, 9), undefined);
        assert.deepEqual(store.list(table, { prefix: text, limit: 10 }), []);
      }
    });

    describe('a list', () => {
      it('has the rows of a prefix after a key, up to the limit, as of a position', async () => {
        const table = newTable();
        const keys = ['o1/a', 'o1/b', 'o1/c', 'o1/d', 'o10/a', 'o2/a'];
        await apply(
          table,
          keys.map((key, position) => ({ key, position, row: { position } })),
        );
        await apply(table, [{ key: 'o1/b', position: 10 }]);
        const list = (options: Partial<Parameters<ReadStore['list']>[1]>) =>
          store.list(table, { limit: 100, ...options }).map(({ key }) => key);
        assert.deepEqual(list({ prefix: 'o1/' }), ['o1/a', 'o1/c', 'o1/d']);
        assert.deepEqual(list({ prefix: 'o1/', at: 9 }), ['o1/a', 'o1/b', 'o1/c', 'o1/d']);
        assert.deepEqual(list({ prefix: 'o1/', at: 1 }), ['o1/a', 'o1/b']);
        assert.deepEqual(list({ prefix: 'o1/', after: 'o1/a', limit: 1 }), ['o1/c']);
        assert.deepEqual(list({ prefix: 'o1/', after: 'o1/d' }), []);
        assert.deepEqual(list({ prefix: 'o1/', after: 'a' }), ['o1/a', 'o1/c', 'o1/d']);
        assert.deepEqual(list({ after: 'o1/' }), ['o1/a', 'o1/c', 'o1/d', 'o10/a', 'o2/a']);
        assert.deepEqual(list({ prefix: 'o3' }), []);
        assert.deepEqual(list({ limit: 0 }), []);
      });
    });

    describe('a table', () => {
      it('that was never written is empty', () => {
        const table = newTable();
        assert.equal(store.get(table, 'a'), undefined);
        assert.deepEqual(store.list(table, { limit: 10 }), []);
        assert.deepEqual([...store.versions(table)], []);
        assert.equal(store.checkpoint(table), -1);
      });

      it('has its checkpoint with its rows, and with those of others written beside it', async () => {
        const [one, other] = [newTable(), newTable()];
        await store.apply([
          { table: one, writes: [{ key: 'a', position: 4, row: { of: 'one' } }], checkpoint: 6 },
          {
            table: other,
            writes: [{ key: 'a', position: 2, row: { of: 'other' } }],
            checkpoint: 3,
          },
        ]);
        assert.deepEqual([store.checkpoint(one), store.checkpoint(other)], [6, 3]);
        assert.deepEqual(store.get(one, 'a'), { of: 'one' });
        assert.deepEqual(store.get(other, 'a'), { of: 'other' });
        await apply(one, [], 8);
        assert.equal(store.checkpoint(one), 8);
      });

      it('takes all of a change or none of it', async () => {
        const [one, other] = [newTable(), newTable()];
        const bad = { key: 'k'.repeat(10_000), position: 0, row: {} };
        const change = store.apply([
          { table: one, writes: [{ key: 'a', position: 0, row: {} }], checkpoint: 0 },
          { table: other, writes: [bad], checkpoint: 0 },
        ]);
        await assert.rejects(change);
        assert.equal(store.get(one, 'a'), undefined);
        assert.deepEqual([store.checkpoint(one), store.checkpoint(other)], [-1, -1]);
      });

      it('forgets a key with all its versions and no other, and lets it begin anew', async () => {
        const table = newTable();
        const writes = ['a', 'a/b', 'b'].flatMap(key => [
          { key, position: 0, row: { n: 0 } },
          { key, position: 1, row: { n: 1 } },
        ]);
        await apply(table, writes);
        const written = { key: 'a', position: 2, row: { n: 2 } };
        await store.apply([{ table, writes: [written], forget: ['a', 'none'], checkpoint: 2 }]);
        assert.deepEqual(
          [...store.versions(table)],
          [written, ...writes.filter(({ key }) => key !== 'a')],
        );
      });

      it('dropped is as one that was never written, and others stay', async () => {
        const [one, other] = [newTable(), newTable()];
        const rows = Array.from({ length: 2_500 }, (_, n) => ({
          key: `${n}`,
          position: n,
          row: { n },
        }));
        await apply(one, rows, 2_500);
        await apply(other, [{ key: 'a', position: 1, row: { n: 1 } }], 1);
        await store.drop(one);
        assert.equal(store.checkpoint(one), -1);
        assert.deepEqual([...store.versions(one)], []);
        await apply(one, [{ key: 'new', position: 0, row: {} }]);
        assert.deepEqual(
          store.list(one, { limit: 10 }).map(({ key }) => key),
          ['new'],
        );
        assert.deepEqual(store.get(other, 'a'), { n: 1 });
        await store.drop(newTable());
      });
    });

    describe('a projection', () => {
      it('is read from the table it was switched to, and the one before is gone', async () => {
        const projection = `projection-${randomUUID()}`;
        const [old, next] = [newTable(), newTable()];
        assert.equal(store.current(projection), undefined);
        await apply(old, [{ key: 'a', position: 0, row: { of: 'old' } }]);
        await store.switchTo(projection, old);
        await store.switchTo(projection, old);
        assert.equal(store.current(projection), old);
        assert.deepEqual(store.get(old, 'a'), { of: 'old' });
        await apply(next, [{ key: 'a', position: 0, row: { of: 'next' } }]);
        await store.switchTo(projection, next);
        assert.equal(store.current(projection), next);
        assert.deepEqual([...store.versions(old)], []);
        assert.equal(store.checkpoint(old), -1);
        assert.deepEqual(store.get(next, 'a'), { of: 'next' });
      });
    });

    modelContract(stores);

    it('has everything again when it is opened again', async () => {
      const table = newTable();
      const projection = `projection-${randomUUID()}`;
      await apply(table, [{ key: 'a', position: 4, row: { n: 1 } }], 5);
      await store.switchTo(projection, table);
      await store.close();
      store = await stores.reopen();
      assert.deepEqual(store.get(table, 'a'), { n: 1 });
      assert.equal(store.checkpoint(table), 5);
      assert.equal(store.current(projection), table);
    });

    it('is unavailable once closed', async () => {
      await store.close();
      await assert.rejects(apply(newTable(), []), Unavailable);
      assert.throws(() => store.get('t', 'a'), Unavailable);
      assert.throws(() => store.list('t', { limit: 1 }), Unavailable);
      await store.close();
      store = await stores.reopen();
    });
  });
}
