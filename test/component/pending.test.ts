import { deepEqual, equal } from 'node:assert/strict';
import { join } from 'node:path';
import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import type { ReadStore } from '../../platform/read-store/port.ts';
import { openPending } from '../../projections/engine/instance/write-buffer.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

const table = 'people@1#a';

describe('rows that no commit holds yet', () => {
  let folder: TemporaryFolder;
  let store: ReadStore;

  beforeEach(async () => {
    folder = await temporaryFolder();
    store = await openLmdbReadStore({ folder: join(folder.path, 'rows') });
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  const commit = (changes: ReturnType<ReturnType<typeof openPending>['changes']>) =>
    store.apply([{ table, ...changes, checkpoint: 1 }]);

  it('hide those of the store, and end with the commit', async () => {
    const pending = openPending(table, store);
    pending.write('ada', 0, { n: 1 });
    pending.write('ada', 1, { n: 2 });
    deepEqual(pending.row('ada'), { n: 2 });
    await commit(pending.changes());
    pending.stored();
    deepEqual(pending.changes(), { writes: [], forget: [] });
    deepEqual(pending.row('ada'), { n: 2 });
    pending.write('ada', 2, undefined);
    equal(pending.row('ada'), undefined);
  });

  it('go on from those that are being stored', async () => {
    const pending = openPending(table, store);
    pending.write('ada', 0, { n: 1 });
    pending.write('bob', 0, { n: 1 });
    const first = pending.changes();
    deepEqual(pending.row('ada'), { n: 1 });
    pending.write('ada', 1, { n: 2 });
    pending.forget('bob');
    equal(pending.row('bob'), undefined);
    await commit(first);
    pending.stored();
    deepEqual(pending.row('ada'), { n: 2 });
    equal(pending.row('bob'), undefined);
    deepEqual(pending.changes(), {
      writes: [{ key: 'ada', position: 1, row: { n: 2 } }],
      forget: ['bob'],
    });
  });

  it('are forgotten with what was written of them, and may begin anew', async () => {
    const pending = openPending(table, store);
    pending.write('ada', 0, { n: 1 });
    pending.forget('ada');
    equal(pending.row('ada'), undefined);
    pending.write('ada', 3, { n: 3 });
    deepEqual(pending.changes(), {
      writes: [{ key: 'ada', position: 3, row: { n: 3 } }],
      forget: ['ada'],
    });
  });

  it('are those of the store again when the commit failed', async () => {
    const pending = openPending(table, store);
    pending.write('ada', 0, { n: 1 });
    await commit(pending.changes());
    pending.stored();
    pending.forget('ada');
    equal(pending.row('ada'), undefined);
    pending.reset();
    deepEqual(pending.row('ada'), { n: 1 });
  });

  it('of a table that has rows already are looked for there', async () => {
    await store.apply([
      { table, writes: [{ key: 'ada', position: 0, row: { n: 1 } }], checkpoint: 0 },
    ]);
    deepEqual(openPending(table, store).row('ada'), { n: 1 });
  });
});
