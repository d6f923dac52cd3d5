import type { AddressHash, MailboxHash, OrganizationId, Sealed, UserId } from '../ids.ts';
import type { MemberRole } from './roles.ts';

type Named = { readonly organizationId: OrganizationId; readonly userId: UserId };

export type InviteMember = {
  readonly type: 'InviteMember';
  readonly data: Named & {
    readonly addressHash: AddressHash;
    readonly mailboxHash: MailboxHash;
    /** Sealed under the organization's key. */
    readonly email: Sealed;
    readonly role: MemberRole;
    readonly invitedBy: UserId;
  };
};

export type ChangeMemberRole = {
  readonly type: 'ChangeMemberRole';
  readonly data: Named & { readonly role: MemberRole };
};

export type RemoveMember = {
  readonly type: 'RemoveMember';
  readonly data: Named & {
    readonly addressHash: AddressHash;
    readonly reason: 'left' | 'removed';
  };
};

export type MemberCommand = InviteMember | ChangeMemberRole | RemoveMember;
