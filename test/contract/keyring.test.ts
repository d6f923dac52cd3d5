import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import type { BlobStore } from '../../platform/blob-store/port.ts';
import { openBlobKeyring } from '../../platform/keyring/blob.ts';
import { openMasterKey, parseMasterKey } from '../../platform/keyring/master-key.ts';
import { organizationId } from '../../schemas/ids.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import { keyringContract } from './keyring.contract.ts';

keyringContract('blob', async () => {
  const folder = await temporaryFolder();
  const blobStore = await openFolderBlobStore({ folder: folder.path });
  const masterKey = randomBytes(32);
  return {
    open: async () => openBlobKeyring({ blobStore, masterKey }),
    dispose: folder.remove,
  };
});

describe('keyring: blob alone', () => {
  let folder: TemporaryFolder;
  let blobStore: BlobStore;
  const owner = {
    kind: 'organization',
    id: organizationId('c0000000-0000-4000-8000-000000000001'),
  } as const;

  beforeEach(async () => {
    folder = await temporaryFolder();
    blobStore = await openFolderBlobStore({ folder: join(folder.path, 'blobs') });
  });
  afterEach(() => folder.remove());

  it('reads nothing with another master key', async () => {
    const value = await openBlobKeyring({ blobStore, masterKey: randomBytes(32) }).seal(owner, 'x');
    const stranger = openBlobKeyring({ blobStore, masterKey: randomBytes(32) });
    await assert.rejects(stranger.unseal(owner, value), /expected a value sealed for keys\//);
  });

  it('refuses a wrapped key that was moved to another owner', async () => {
    const masterKey = randomBytes(32);
    const keyring = openBlobKeyring({ blobStore, masterKey });
    await keyring.seal(owner, 'x');
    const other = { ...owner, id: organizationId('c0000000-0000-4000-8000-000000000002') };
    const wrapped = await blobStore.get(`keys/organization/${owner.id}`);
    assert.ok(wrapped);
    await blobStore.put(`keys/organization/${other.id}`, wrapped);
    await assert.rejects(keyring.seal(other, 'y'), /expected a value sealed for/);
  });

  it('notices within a minute that another process destroyed a key', async () => {
    const masterKey = randomBytes(32);
    let nowMs = 0;
    const keyring = openBlobKeyring({ blobStore, masterKey, now: () => nowMs });
    const value = await keyring.seal(owner, 'x');
    await openBlobKeyring({ blobStore, masterKey }).destroy(owner);
    nowMs = 60_001;
    assert.equal(await keyring.unseal(owner, value), undefined);
  });

  it('says what is wrong with a master key', () => {
    assert.throws(() => openBlobKeyring({ blobStore, masterKey: Buffer.alloc(16) }), /32 bytes/);
    assert.throws(() => parseMasterKey('c2hvcnQ='), /32 bytes in base64, found 5/);
  });

  it('makes one master key that only its owner may read', async () => {
    const file = join(folder.path, 'data', 'master.key');
    const keys = await Promise.all(Array.from({ length: 5 }, () => openMasterKey(file)));
    assert.equal(new Set(keys.map(key => key.toString('hex'))).size, 1);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.ok((await openMasterKey(file)).equals(keys[0] ?? Buffer.alloc(0)));
  });
});
