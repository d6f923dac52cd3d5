import type { KeyId, MailboxHash, SessionId } from '../ids.ts';
import type { WrongCodes } from './wrong-codes.ts';

/**
 * The counts of one mailbox. The stream of a mailbox never ends, so each of its events carries all counts:
 * the last event suffices for a decision.
 */
export type MailboxCounts = {
  /** The latest codes, at most as many as an hour may hold. */
  readonly codesSentAtMs: readonly number[];
  readonly wrongCodes: WrongCodes;
  readonly organizations: number;
  /** Keys that were issued for a code and not revoked. */
  readonly keys: number;
  /** The latest invitations, at most as many as a day may hold; absent before there was one. */
  readonly invitedAtMs?: readonly number[];
};

export type WrongCodeCounted = {
  readonly type: 'WrongCodeCounted';
  readonly data: {
    readonly mailboxHash: MailboxHash;
    readonly sessionId: SessionId;
    readonly counts: MailboxCounts;
  };
};

/** Precedes `ApiKeyIssued`, and with `isNew` also `OrganizationCreated`. */
export type KeyCounted = {
  readonly type: 'KeyCounted';
  readonly data: {
    readonly mailboxHash: MailboxHash;
    readonly keyId: KeyId;
    readonly isNew: boolean;
    readonly counts: MailboxCounts;
  };
};

/** Precedes `ApiKeyRevoked`. */
export type KeyUncounted = {
  readonly type: 'KeyUncounted';
  readonly data: {
    readonly mailboxHash: MailboxHash;
    readonly keyId: KeyId;
    readonly counts: MailboxCounts;
  };
};

export type MailboxEvent = WrongCodeCounted | KeyCounted | KeyUncounted;
