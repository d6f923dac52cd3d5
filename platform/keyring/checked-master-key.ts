import { join } from 'node:path';
import type { BlobStore } from '../blob-store/port.ts';
import type { Configuration } from '../config/config.ts';
import { FolderDamaged, Unavailable } from '../errors.ts';
import { type DataKeys, dataKeysUnder } from './blob.ts';
import { findMasterKey, openMasterKey } from './master-key.ts';

/**
 * The key that opens the data keys, which a start may make only where there are none yet. A blob store that is away
 * answers nothing: then the key is taken as it is. Throws `FolderDamaged`.
 */
export async function openCheckedMasterKey(
  { dataDir, masterKey, engines }: Pick<Configuration, 'dataDir' | 'masterKey' | 'engines'>,
  blobStore: BlobStore,
): Promise<Buffer> {
  const file = join(dataDir, 'master.key');
  const given = masterKey ?? (await findMasterKey(file).catch(cause => damagedFile(file, cause)));
  const keys = await dataKeysUnder(given, blobStore).catch(unknownWhileAway);
  const where = engines.s3 === undefined ? join(dataDir, 'blobs') : `bucket ${engines.s3.bucket}`;
  if (keys === 'closed' && given !== undefined)
    throw new FolderDamaged(
      `${masterKey === undefined ? file : 'TIDEMARK_MASTER_KEY'} is not the key that encrypts the keys in ${where}`,
      'restore the master key with which this data was written',
    );
  if (keys === 'closed')
    throw new FolderDamaged(
      `${file} is missing, and without it nothing that the keys in ${where} encrypt can be read`,
      'restore it from a backup, or set TIDEMARK_MASTER_KEY to its content',
    );
  return given ?? openMasterKey(file);
}

function damagedFile(file: string, cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new FolderDamaged(
    `${file} cannot be read: ${why}`,
    'restore it from a backup, or set TIDEMARK_MASTER_KEY to its content',
  );
}

function unknownWhileAway(error: unknown): DataKeys {
  if (error instanceof Unavailable) return 'none';
  throw error;
}
