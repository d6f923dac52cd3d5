import { openLmdbReadStore } from '../../platform/read-store/lmdb.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { readStoreContract } from './read-store.contract.ts';

readStoreContract('lmdb', async () => {
  const folder = await temporaryFolder();
  return {
    open: () => openLmdbReadStore({ folder: folder.path }),
    dispose: folder.remove,
  };
});
