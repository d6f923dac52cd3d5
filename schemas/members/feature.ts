import { feature } from '../feature.ts';
import type { MemberCommand } from './commands.ts';
import type { MemberEvent } from './events.ts';
import { memberRoutes } from './routes.ts';

export const members = feature<MemberCommand, MemberEvent>()({
  area: 'Members',
  commands: { InviteMember: true, ChangeMemberRole: true, RemoveMember: true },
  events: {
    MemberInvited: true,
    MemberJoined: true,
    MemberRoleChanged: true,
    MemberRemoved: true,
    InvitationCounted: true,
    AddressReleased: true,
  },
  rejections: {
    member_unknown: 404,
    already_member: 409,
    last_owner: 409,
    not_an_owner: 403,
    too_many_invitations: 429,
  },
  routes: memberRoutes,
});
