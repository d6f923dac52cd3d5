import assert from 'node:assert/strict';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import { Unavailable } from '../../platform/errors.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { blobStoreContract } from './blob-store.contract.ts';

blobStoreContract('folder', async () => {
  const folder = await temporaryFolder();
  return {
    open: () => openFolderBlobStore({ folder: folder.path }),
    dispose: folder.remove,
  };
});

describe('blob store: folder alone', () => {
  let folder: TemporaryFolder;

  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  it('keeps bodies to the user it runs as', async () => {
    const store = await openFolderBlobStore({ folder: folder.path });
    await store.put('keys/o1', Buffer.from('secret'));
    await store.putIfAbsent('keys/o2', Buffer.from('secret'));
    for (const file of ['keys+o1', 'keys+o2'])
      assert.equal((await stat(join(folder.path, file))).mode & 0o777, 0o600);
  });

  it('clears what a killed process left half written, and lists none of it', async () => {
    const store = await openFolderBlobStore({ folder: folder.path });
    await store.put('a', Buffer.from('1'));
    const drafts = join(folder.path, 'DRAFTS');
    assert.deepEqual(await readdir(drafts), []);
    await writeFile(join(drafts, 'half'), 'ha');
    const again = await openFolderBlobStore({ folder: folder.path });
    assert.deepEqual(await readdir(drafts), []);
    const names: string[] = [];
    for await (const name of again.list('')) names.push(name);
    assert.deepEqual(names, ['a']);
  });

  it('is unavailable when its folder is gone', async () => {
    const store = await openFolderBlobStore({ folder: folder.path });
    await folder.remove();
    await assert.rejects(store.put('a', Buffer.from('1')), Unavailable);
  });
});
