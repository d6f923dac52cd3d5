import type { KeyId, MailboxHash, OrganizationId } from '../ids.ts';
import type { Restored } from '../versions/restored.ts';
import type { KeyKind } from './kinds.ts';
import type { KeyRestrictions } from './restrictions.ts';

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
    /** As its owner wrote it; absent for keys that were issued for a code. */
    readonly name?: string;
    readonly restrictions?: KeyRestrictions;
    /** From this instant on it is refused. */
    readonly expiresAtMs?: number;
    /** The key whose successor it is. */
    readonly rotatedFrom?: KeyId;
  };
};

/** What a key has after the change. */
export type ApiKeyChanged = {
  readonly type: 'ApiKeyChanged';
  readonly data: Restored & {
    readonly keyId: KeyId;
    readonly organizationId: OrganizationId;
    readonly hash: string;
    readonly name?: string;
    readonly restrictions: KeyRestrictions;
  };
};

/** Its successor is issued; the key itself ends at an instant that may be the present. */
export type ApiKeyRotated = {
  readonly type: 'ApiKeyRotated';
  readonly data: {
    readonly keyId: KeyId;
    readonly organizationId: OrganizationId;
    readonly hash: string;
    readonly successorId: KeyId;
    readonly endsAtMs: number;
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

export type ApiKeyEvent = ApiKeyIssued | ApiKeyChanged | ApiKeyRotated | ApiKeyRevoked;
