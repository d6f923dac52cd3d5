import { openLmdbEventStore } from '../../platform/event-store/lmdb.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { eventStoreContract } from './event-store.contract.ts';

eventStoreContract('lmdb', async () => {
  const folder = await temporaryFolder();
  return {
    open: () => openLmdbEventStore({ folder: folder.path }),
    dispose: folder.remove,
  };
});
