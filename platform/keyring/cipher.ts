import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export const keyBytes = 32;

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

/**
 * AES-256-GCM with a random nonce, laid out as version, nonce, tag, ciphertext.
 *  context  bound to the result: opening it under another context fails
 */
export function encrypt(key: Uint8Array, context: string, clear: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const body = [cipher.update(clear), cipher.final()];
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ...body]);
}

/** Throws when the bytes were not made by `encrypt` with this key and this context. */
export function decrypt(key: Uint8Array, context: string, bytes: Uint8Array): Buffer {
  const sealed = Buffer.from(bytes);
  if (sealed.length < headBytes || sealed[0] !== version) {
    throw new Error(`expected version ${version} of a sealed value of ${context}, found another`);
  }
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]);
  } catch (cause) {
    throw new Error(`expected a value sealed for ${context}, found another`, { cause });
  }
}

/** A key of its own for one use of the master key (HKDF-SHA-256). */
export function deriveKey(masterKey: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `tidemark/${use}`, keyBytes));
}
