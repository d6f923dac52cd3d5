import type { SessionId } from '../../schemas/ids.ts';

/** HMAC-SHA-256 under a key of ours for this purpose: 32 bytes. */
type Macs = {
  readonly mac: (purpose: 'verification-code', data: string) => Promise<Buffer>;
};

const codesMax = 1_000_000;
const digits = 6;
/** Of the hash: 2^48 is so far above a million that no code is likelier than another. */
const macBytes = 6;

/** The six digits of a registration. Derived, so that they need not be kept anywhere. */
export async function verificationCode(session: SessionId, keyring: Macs): Promise<string> {
  const mac = await keyring.mac('verification-code', `code ${session}`);
  return String(mac.readUIntBE(0, macBytes) % codesMax).padStart(digits, '0');
}

/** The stored and compared hash of a code; it reveals nothing without the key. */
export async function verificationCodeMac(
  session: SessionId,
  code: string,
  keyring: Macs,
): Promise<string> {
  const mac = await keyring.mac('verification-code', `check ${session} ${code}`);
  return mac.toString('hex');
}
