import type {
  AddressHash,
  MailboxHash,
  OrganizationId,
  Sealed,
  SessionId,
  UserId,
} from '../ids.ts';
import type { Membership } from './membership.ts';

export type SessionRequested = {
  readonly type: 'SessionRequested';
  readonly data: {
    readonly sessionId: SessionId;
    readonly addressHash: AddressHash;
    readonly mailboxHash: MailboxHash;
    /** Sealed under the session's own key, which is destroyed once the code is used or has expired. */
    readonly email: Sealed;
    readonly memberships: readonly Membership[];
    /** HMAC of session and code; the code itself is written nowhere. */
    readonly codeMac: string;
    readonly expiresAtMs: number;
  };
};

export type SessionCodeRejected = {
  readonly type: 'SessionCodeRejected';
  readonly data: { readonly sessionId: SessionId; readonly attemptsLeft: number };
};

export type SessionStarted = {
  readonly type: 'SessionStarted';
  readonly data: {
    readonly sessionId: SessionId;
    readonly organizationId: OrganizationId;
    readonly userId: UserId;
    readonly serviceName: string;
    /** SHA-256 of the key, hex. */
    readonly hash: string;
    /** From this instant on the key is refused. */
    readonly expiresAtMs: number;
  };
};

export type SessionEnded = {
  readonly type: 'SessionEnded';
  readonly data: {
    readonly sessionId: SessionId;
    readonly organizationId: OrganizationId;
    readonly hash: string;
  };
};

export type SessionEvent = SessionRequested | SessionCodeRejected | SessionStarted | SessionEnded;
