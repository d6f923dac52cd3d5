import assert from 'node:assert/strict';
import type { BlobStore } from '../../platform/blob-store/port.ts';

export type BlobStoreEngine = {
  /** The store over one and the same engine, which is empty at first. */
  readonly open: () => Promise<BlobStore>;
  readonly dispose: () => Promise<void>;
};

export function blobStoreContract(name: string, start: () => Promise<BlobStoreEngine>): void {
  describe(`blob store: ${name}`, function () {
    this.timeout(60_000);
    let engine: BlobStoreEngine;
    let store: BlobStore;

    beforeEach(async () => {
      engine = await start();
      store = await engine.open();
    });
    afterEach(async () => {
      await store.close();
      await engine.dispose();
    });

    const names = async (prefix: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const blob of store.list(prefix)) found.push(blob);
      return found;
    };
    const textOf = async (blob: string): Promise<string | undefined> => {
      const body = await store.get(blob);
      return body && Buffer.from(body).toString();
    };

    it('gives back the bytes of a body, none and many', async () => {
      const bodies = [new Uint8Array(0), Buffer.alloc(3_000_000, 'tide'), everyByte];
      for (const [index, body] of bodies.entries()) {
        await store.put(`blob-${index}`, body);
        const found = await store.get(`blob-${index}`);
        assert.ok(found && Buffer.from(found).equals(body));
      }
    });

    it('has nothing under a name that was never put', async () => {
      assert.equal(await store.get('none'), undefined);
      await store.delete('none');
    });

    it('replaces what is put again', async () => {
      await store.put('a', Buffer.from('a longer first body'));
      await store.put('a', Buffer.from('second'));
      assert.equal(await textOf('a'), 'second');
    });

    it('puts once when asked to put if absent', async () => {
      assert.equal(await store.putIfAbsent('a', Buffer.from('first')), true);
      assert.equal(await store.putIfAbsent('a', Buffer.from('second')), false);
      assert.equal(await textOf('a'), 'first');
      await store.delete('a');
      assert.equal(await store.putIfAbsent('a', Buffer.from('third')), true);
    });

    it('lets one of many win who put if absent at once', async () => {
      const puts = Array.from({ length: 20 }, (_, n) =>
        store.putIfAbsent('key', Buffer.from(`${n}`)),
      );
      const won = (await Promise.all(puts)).flatMap((isPut, n) => (isPut ? [`${n}`] : []));
      assert.equal(won.length, 1);
      assert.equal(await textOf('key'), won[0]);
      assert.deepEqual(await names(''), ['key']);
    });

    it('shows a whole body to whoever reads while it is replaced', async () => {
      const bodies = ['a', 'b'].map(letter => Buffer.alloc(200_000, letter));
      const [first] = bodies;
      assert.ok(first);
      await store.put('a', first);
      const puts = bodies.concat(bodies).map(body => store.put('a', body));
      for (let reads = 0; reads < 20; reads++) {
        const found = await store.get('a');
        assert.ok(bodies.some(body => found && body.equals(found)));
      }
      await Promise.all(puts);
    });

    it('forgets what is deleted', async () => {
      await store.put('a', Buffer.from('1'));
      await store.put('b', Buffer.from('2'));
      await store.delete('a');
      assert.equal(await store.get('a'), undefined);
      assert.deepEqual(await names(''), ['b']);
    });

    it('lists the names of a prefix in order', async () => {
      const put = [
        'keys/o2',
        'keys/o1',
        'keys/o1/v1',
        'keys.old',
        'claims/ab',
        'keys-',
        'a',
        'a/b',
      ];
      for (const blob of put) await store.put(blob, Buffer.from(blob));
      assert.deepEqual(await names(''), [...put].sort());
      assert.deepEqual(await names('keys/'), ['keys/o1', 'keys/o1/v1', 'keys/o2']);
      assert.deepEqual(await names('keys/o1'), ['keys/o1', 'keys/o1/v1']);
      assert.deepEqual(await names('none'), []);
      for (const blob of put) assert.equal(await textOf(blob), blob);
    });

    it('takes names of 200 characters and refuses what is no name', async () => {
      const longest = 'n'.repeat(200);
      await store.put(longest, Buffer.from('1'));
      assert.deepEqual(await names('n'), [longest]);
      const bad = ['', `${longest}n`, '../a', 'a/../b', '..', 'A', 'a b', 'ä', 'a\0', 'a+b', 'a\n'];
      for (const blob of bad) {
        await assert.rejects(store.put(blob, Buffer.from('1')), /expected a blob name/, blob);
        await assert.rejects(store.putIfAbsent(blob, Buffer.from('1')), /expected a blob name/);
        await assert.rejects(store.get(blob), /expected a blob name/);
        await assert.rejects(store.delete(blob), /expected a blob name/);
      }
    });

    it('has everything again when it is opened again', async () => {
      await store.put('a/b', Buffer.from('kept'));
      await store.close();
      store = await engine.open();
      assert.equal(await textOf('a/b'), 'kept');
    });
  });
}

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
