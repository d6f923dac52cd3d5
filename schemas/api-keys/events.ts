import type { KeyId, MailboxHash, OrganizationId } from '../ids.ts';
import type { KeyKind } from './kinds.ts';

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

export type ApiKeyEvent = ApiKeyIssued | ApiKeyRevoked;
