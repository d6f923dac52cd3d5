import type {
  AddressHash,
  ChannelId,
  KeyId,
  MailboxHash,
  OrganizationId,
  Sealed,
  SessionId,
  UserId,
} from '../ids.ts';
import type { KeyKind } from '../keys.ts';
import type { Personal } from '../personal.ts';
import type { MailboxCounts } from './mailbox.ts';

export type RegistrationRequested = {
  readonly type: 'RegistrationRequested';
  readonly data: {
    readonly sessionId: SessionId;
    readonly addressHash: AddressHash;
    /** Absent in events of version 1. */
    readonly mailboxHash?: MailboxHash;
    /** Sealed under the registration's own key, which is destroyed when the registration ends. */
    readonly email: Sealed;
    readonly serviceName: string;
    /** Of the organization; sealed like the address. */
    readonly displayName?: Personal;
    readonly source: string;
    /** JSON of what the client said of the source; sealed like the address. */
    readonly metadata?: Personal;
    /** HMAC of session and code; the code itself is written nowhere. */
    readonly codeMac: string;
    readonly expiresAtMs: number;
  };
};

export type VerificationCodeRejected = {
  readonly type: 'VerificationCodeRejected';
  readonly data: { readonly sessionId: SessionId; readonly attemptsLeft: number };
};

export type RegistrationVerified = {
  readonly type: 'RegistrationVerified';
  readonly data: {
    readonly sessionId: SessionId;
    readonly userId: UserId;
    readonly organizationId: OrganizationId;
    readonly keyId: KeyId;
    readonly serviceName: string;
  };
};

export type CodeSent = {
  readonly type: 'CodeSent';
  readonly data: {
    readonly addressHash: AddressHash;
    readonly sessionId: SessionId;
    /** In the stream of the mailbox; absent in events of version 1, which are in that of the address. */
    readonly counts?: MailboxCounts;
  };
};

export type UserCreated = {
  readonly type: 'UserCreated';
  readonly data: {
    readonly addressHash: AddressHash;
    readonly userId: UserId;
    readonly organizationId: OrganizationId;
    readonly email: Sealed;
  };
};

export type OrganizationCreated = {
  readonly type: 'OrganizationCreated';
  readonly data: {
    readonly organizationId: OrganizationId;
    /** Sealed under the organization's key. */
    readonly displayName: Personal;
    readonly ownerId: UserId;
  };
};

export type ServiceIntegrated = {
  readonly type: 'ServiceIntegrated';
  readonly data: {
    readonly organizationId: OrganizationId;
    readonly serviceName: string;
    readonly source: string;
    /** JSON, sealed under the organization's key. */
    readonly metadata?: Personal;
  };
};

export type ChannelAdded = {
  readonly type: 'ChannelAdded';
  readonly data: {
    readonly channelId: ChannelId;
    readonly organizationId: OrganizationId;
    readonly kind: 'email';
    readonly target: Sealed;
  };
};

export type ApiKeyIssued = {
  readonly type: 'ApiKeyIssued';
  readonly data: {
    readonly keyId: KeyId;
    readonly organizationId: OrganizationId;
    readonly kind: KeyKind;
    /** SHA-256 of the key, hex. */
    readonly hash: string;
    /** The last four characters, by which a person recognises it. */
    readonly hint: string;
    readonly serviceName: string;
    /** The mailbox whose code it was issued for. Its owner gets a notice; absent in events of version 1. */
    readonly mailboxHash?: MailboxHash;
  };
};

export type ApiKeyRevoked = {
  readonly type: 'ApiKeyRevoked';
  readonly data: {
    readonly keyId: KeyId;
    readonly organizationId: OrganizationId;
    readonly hash: string;
  };
};

export type AccountEvent =
  | RegistrationRequested
  | VerificationCodeRejected
  | RegistrationVerified
  | CodeSent
  | UserCreated
  | OrganizationCreated
  | ServiceIntegrated
  | ChannelAdded
  | ApiKeyIssued
  | ApiKeyRevoked;
