import type { MailboxCounts } from '../accounts/mailbox-events.ts';
import type { AddressHash, MailboxHash, OrganizationId, Sealed, UserId } from '../ids.ts';
import type { MemberRole } from './roles.ts';

type Named = { readonly organizationId: OrganizationId; readonly userId: UserId };

/** A person who signs in with the address before it ends is a member. A repetition begins its time anew. */
export type MemberInvited = {
  readonly type: 'MemberInvited';
  readonly data: Named & {
    readonly addressHash: AddressHash;
    /** Sealed under the organization's key. */
    readonly email: Sealed;
    readonly role: MemberRole;
    readonly invitedBy: UserId;
    readonly expiresAtMs: number;
  };
};

/** The person signed in for the first time. */
export type MemberJoined = { readonly type: 'MemberJoined'; readonly data: Named };

export type MemberRoleChanged = {
  readonly type: 'MemberRoleChanged';
  readonly data: Named & { readonly role: MemberRole };
};

/** The sessions of the person, and what it allowed remote clients, end with it. */
export type MemberRemoved = {
  readonly type: 'MemberRemoved';
  readonly data: Named & {
    readonly addressHash: AddressHash;
    readonly reason: 'left' | 'removed';
  };
};

/** Precedes `MemberInvited`, in the stream of the mailbox. */
export type InvitationCounted = {
  readonly type: 'InvitationCounted';
  readonly data: { readonly mailboxHash: MailboxHash; readonly counts: MailboxCounts };
};

/** In the stream of an address whose organization it is no member of any more: it may register another one. */
export type AddressReleased = {
  readonly type: 'AddressReleased';
  readonly data: Named & { readonly addressHash: AddressHash };
};

export type MemberEvent =
  | MemberInvited
  | MemberJoined
  | MemberRoleChanged
  | MemberRemoved
  | InvitationCounted
  | AddressReleased;
