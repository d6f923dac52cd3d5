import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';

/** Its data key stays as the mark that it is destroyed. */
const keys = 'keys/';

/** Deletes what is named by the organization: source maps, parts of recordings, captures. */
export async function eraseBlobs(
  organization: OrganizationId,
  blobStore: Pick<BlobStore, 'list' | 'delete'>,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for await (const name of blobStore.list('')) {
    signal.throwIfAborted();
    if (name.startsWith(keys) || !name.split('/').includes(organization)) continue;
    await blobStore.delete(name);
    deleted++;
  }
  return deleted;
}
