import type { AddressHash, MailboxHash, OrganizationId, Sealed, SessionId } from '../ids.ts';
import type { Membership } from './membership.ts';

export type RequestSession = {
  readonly type: 'RequestSession';
  readonly data: {
    readonly sessionId: SessionId;
    readonly addressHash: AddressHash;
    readonly mailboxHash: MailboxHash;
    readonly email: Sealed;
    /** What the address may choose from; none of an address that nobody registered. */
    readonly memberships: readonly Membership[];
    readonly codeMac: string;
  };
};

export type VerifySession = {
  readonly type: 'VerifySession';
  readonly data: {
    readonly sessionId: SessionId;
    readonly codeMac: string;
    /** SHA-256 of the key that the session gets, hex. */
    readonly hash: string;
    /** Absent: the only one that the address has. */
    readonly organizationId?: OrganizationId;
  };
};

export type EndSession = {
  readonly type: 'EndSession';
  readonly data: { readonly sessionId: SessionId };
};

export type SessionCommand = RequestSession | VerifySession | EndSession;
