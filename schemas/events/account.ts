import type {
  AddressHash,
  ChannelId,
  KeyId,
  OrganizationId,
  Sealed,
  SessionId,
  UserId,
} from '../ids.ts';
import type { Json } from '../json.ts';
import type { KeyKind } from '../keys.ts';

export type RegistrationRequested = {
  readonly type: 'RegistrationRequested';
  readonly data: {
    readonly sessionId: SessionId;
    readonly addressHash: AddressHash;
    /** Sealed under the registration's own key, which is destroyed when the registration ends. */
    readonly email: Sealed;
    readonly serviceName: string;
    readonly organizationName?: string;
    readonly source: string;
    readonly sourceMetadata: { readonly [key: string]: Json };
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
  readonly data: { readonly addressHash: AddressHash; readonly sessionId: SessionId };
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
    readonly name: string;
    readonly ownerId: UserId;
  };
};

export type ServiceIntegrated = {
  readonly type: 'ServiceIntegrated';
  readonly data: {
    readonly organizationId: OrganizationId;
    readonly serviceName: string;
    readonly source: string;
    readonly sourceMetadata: { readonly [key: string]: Json };
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
