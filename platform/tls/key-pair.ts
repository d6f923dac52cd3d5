import { createPrivateKey, X509Certificate } from 'node:crypto';
import { open } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

/** PEM: the certificate with those that lead to its authority, and its private key. */
export type KeyPair = { readonly cert: Buffer; readonly key: Buffer };

export type CertificateFiles = { readonly certFile: string; readonly keyFile: string };

/** Reads both files; rejects when one is longer than `bytesMax`. */
export async function readPair(
  { certFile, keyFile }: CertificateFiles,
  bytesMax: number,
): Promise<KeyPair> {
  const [cert, key] = await Promise.all([read(certFile, bytesMax), read(keyFile, bytesMax)]);
  return { cert, key };
}

async function read(file: string, bytesMax: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const bytes = Buffer.alloc(bytesMax + 1);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    if (bytesRead > bytesMax) throw new Error(`expected at most ${bytesMax} bytes in ${file}`);
    return Buffer.from(bytes.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Throws unless both are PEM, and the key is that of the certificate. */
export function assertUsable({ cert, key }: KeyPair): void {
  createSecureContext({ cert, key });
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error('the key is not that of the certificate');
}

export const samePair = (left: KeyPair, right: KeyPair): boolean =>
  left.cert.equals(right.cert) && left.key.equals(right.key);

/** In seconds of Unix time. */
export const endsAtSeconds = ({ cert }: KeyPair): number =>
  Date.parse(new X509Certificate(cert).validTo) / 1000;
