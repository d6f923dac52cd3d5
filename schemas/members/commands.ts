import type { MailboxHash } from '../ids.ts';
import type { MemberInvited, MemberRemoved, MemberRoleChanged } from './events.ts';

export type InviteMember = {
  readonly type: 'InviteMember';
  readonly data: Omit<MemberInvited['data'], 'expiresAtMs'> & { readonly mailboxHash: MailboxHash };
};

export type ChangeMemberRole = {
  readonly type: 'ChangeMemberRole';
  readonly data: MemberRoleChanged['data'];
};

export type RemoveMember = {
  readonly type: 'RemoveMember';
  readonly data: MemberRemoved['data'];
};

export type MemberCommand = InviteMember | ChangeMemberRole | RemoveMember;
