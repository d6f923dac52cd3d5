import { changeMemberRole, changeMemberRoleStreams } from './change-role.ts';
import { inviteMember, inviteMemberStreams } from './invite-member.ts';
import { people } from './people.ts';
import { removeMember, removeMemberStreams } from './remove-member.ts';

export const membersFeature = {
  aggregates: [people],
  deciders: {
    InviteMember: { streams: inviteMemberStreams, decide: inviteMember },
    ChangeMemberRole: { streams: changeMemberRoleStreams, decide: changeMemberRole },
    RemoveMember: { streams: removeMemberStreams, decide: removeMember },
  },
} as const;
