import { createHmac, randomBytes } from 'node:crypto';
import { type Sealed, sealed } from '../../schemas/ids.ts';
import type { BlobStore } from '../blob-store/port.ts';
import { decrypt, deriveKey, encrypt, keyBytes } from './cipher.ts';
import { type KeyCache, openKeyCache } from './key-cache.ts';
import { KeyDestroyed, type KeyOwner, type Keyring, type MacPurpose } from './port.ts';

/** Replaces a destroyed key, so that no new key gets its name. */
const tombstone = Buffer.from('destroyed');

type DataKey = { readonly kind: 'key'; readonly key: Buffer } | { readonly kind: 'destroyed' };

/** Data keys as blobs, wrapped by the master key; the same blobs serve any number of processes. */
export function openBlobKeyring({
  blobStore,
  masterKey,
  now = Date.now,
}: {
  blobStore: BlobStore;
  masterKey: Buffer;
  now?: () => number;
}): Keyring {
  if (masterKey.length !== keyBytes) {
    throw new Error(`expected a master key of ${keyBytes} bytes, found ${masterKey.length}`);
  }
  const { read, readOrMake, destroy } = openDataKeys(blobStore, masterKey, openKeyCache(now));
  const keyOf = async (owner: KeyOwner): Promise<Buffer> => {
    const found = await readOrMake(nameOf(owner));
    if (found.kind === 'key') return found.key;
    throw new KeyDestroyed(`the key ${nameOf(owner)} was destroyed`);
  };

  const macKeys = derivedMacKeys(masterKey);
  const macKey = async (purpose: MacPurpose): Promise<Buffer> => {
    if (purpose !== 'address') return macKeys[purpose];
    const found = await readOrMake('keys/mac/address');
    if (found.kind === 'destroyed') throw new KeyDestroyed('the key of address hashes is gone');
    return found.key;
  };

  return {
    seal: async (owner, text) => {
      const key = await keyOf(owner);
      return toSealed(encrypt(key, nameOf(owner), Buffer.from(text)));
    },
    unseal: async (owner, value) => {
      const name = nameOf(owner);
      const found = await read(name);
      if (found === undefined) throw new Error(`expected the key ${name}, found none`);
      if (found.kind === 'destroyed') return undefined;
      return decrypt(found.key, name, Buffer.from(value, 'base64url')).toString();
    },
    macOf: async (owner, purpose, data) =>
      createHmac('sha256', deriveKey(await keyOf(owner), `mac/${purpose}`))
        .update(data)
        .digest(),
    destroy: owner => destroy(nameOf(owner)),
    mac: async (purpose, data) =>
      createHmac('sha256', await macKey(purpose))
        .update(data)
        .digest(),
  };
}

/** Data keys by the names of their blobs. */
function openDataKeys(blobStore: BlobStore, masterKey: Buffer, cache: KeyCache) {
  const wrapKey = deriveKey(masterKey, 'wrap');
  const read = async (name: string): Promise<DataKey | undefined> => {
    const cached = cache.get(name);
    if (cached !== undefined) return { kind: 'key', key: cached };
    const body = await blobStore.get(name);
    if (body === undefined) return undefined;
    if (tombstone.equals(body)) return { kind: 'destroyed' };
    const key = decrypt(wrapKey, name, body);
    cache.set(name, key);
    return { kind: 'key', key };
  };
  const readOrMake = async (name: string): Promise<DataKey> => {
    const found = await read(name);
    if (found !== undefined) return found;
    await blobStore.putIfAbsent(name, encrypt(wrapKey, name, randomBytes(keyBytes)));
    const made = await read(name);
    if (made === undefined) throw new Error(`expected the key ${name} just made, found none`);
    return made;
  };
  const destroy = async (name: string): Promise<void> => {
    await blobStore.put(name, tombstone);
    cache.delete(name);
  };
  return { read, readOrMake, destroy };
}

/** Whether there are data keys, and a master key opens them. */
export type DataKeys = 'none' | 'open' | 'closed';

/** Data keys that are tried at most; a single one may be damaged. */
const keysTriedMax = 3;

/** How it is with the data keys in a store under a master key; without one, none is open. */
export async function dataKeysUnder(
  masterKey: Buffer | undefined,
  blobStore: Pick<BlobStore, 'get' | 'list'>,
): Promise<DataKeys> {
  const wrapKey = masterKey && deriveKey(masterKey, 'wrap');
  let tried = 0;
  for await (const name of blobStore.list('keys/')) {
    const body = await blobStore.get(name);
    if (body === undefined || tombstone.equals(body)) continue;
    if (wrapKey !== undefined && opens(wrapKey, name, body)) return 'open';
    if (++tried >= keysTriedMax) break;
  }
  return tried === 0 ? 'none' : 'closed';
}

function opens(wrapKey: Buffer, name: string, body: Uint8Array): boolean {
  try {
    decrypt(wrapKey, name, body);
    return true;
  } catch {
    return false;
  }
}

/** Addresses have a random key instead: deleting it makes their hashes meaningless. */
function derivedMacKeys(masterKey: Buffer) {
  const derive = (purpose: MacPurpose) => deriveKey(masterKey, `mac/${purpose}`);
  return {
    'verification-code': derive('verification-code'),
    'api-key': derive('api-key'),
    request: derive('request'),
    'webhook-secret': derive('webhook-secret'),
    'checkout-session': derive('checkout-session'),
    'mail-link': derive('mail-link'),
    'ingest-position': derive('ingest-position'),
    'client-id': derive('client-id'),
    'refresh-token': derive('refresh-token'),
  } satisfies Record<Exclude<MacPurpose, 'address'>, Buffer>;
}

const nameOf = (owner: KeyOwner): string => `keys/${owner.kind}/${owner.id}`;

const toSealed = (bytes: Buffer): Sealed => sealed(bytes.toString('base64url'));
