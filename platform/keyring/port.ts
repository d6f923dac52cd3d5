import type { OrganizationId, Sealed, SessionId } from '../../schemas/ids.ts';

/** Whose key: destroying it makes unreadable what it sealed, in history and in backups. */
export type KeyOwner =
  | { readonly kind: 'organization'; readonly id: OrganizationId }
  | { readonly kind: 'registration'; readonly id: SessionId };

export type Keyring = {
  /** AES-256-GCM under the owner's data key, which is made at first use. Throws `KeyDestroyed`. */
  seal(owner: KeyOwner, text: string): Promise<Sealed>;
  /** Undefined when the owner's key was destroyed. Throws when the value is not of this owner. */
  unseal(owner: KeyOwner, value: Sealed): Promise<string | undefined>;
  /**
   * HMAC-SHA-256 under a key of its own per owner and purpose, which follows from the owner's data key; 32 bytes. Once that is
   * destroyed, nobody can hash a guess and compare it. Throws `KeyDestroyed`.
   */
  macOf(owner: KeyOwner, purpose: OwnedMacPurpose, data: string): Promise<Buffer>;
  destroy(owner: KeyOwner): Promise<void>;
  /** HMAC-SHA-256 under a key of its own per purpose; 32 bytes. For hashes and derived secrets. */
  mac(purpose: MacPurpose, data: string): Promise<Buffer>;
};

/** `replay-user`: ids of users in recorded sessions. */
export type OwnedMacPurpose = 'replay-user';

/** `request`: hashes of requests, which may hold what can be guessed, such as a six-digit code. */
export type MacPurpose =
  | 'address'
  | 'verification-code'
  | 'api-key'
  | 'request'
  | 'webhook-secret'
  | 'checkout-session'
  | 'mail-link'
  | 'ingest-position'
  | 'client-id'
  | 'refresh-token';

export class KeyDestroyed extends Error {
  override readonly name = 'KeyDestroyed';
  readonly code = 'key_destroyed';
  readonly retryable = false;
}
