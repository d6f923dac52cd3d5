import { z } from 'zod';
import { changedMember, invitedMember } from '../../../../schemas/members/routes.ts';
import { actTool } from '../tool.ts';

const memberId = z.string().describe('As list_members gives it.');

/** What every action on a person has. */
const onMember = {
  page: () => '/members',
  isDestructive: true,
  isIdempotent: true,
  idsFrom: 'list_members',
} as const;

/** Only for owners who signed in, as their routes are. */
export const peopleActs = [
  actTool({
    name: 'invite_member',
    title: 'Invite a person',
    description:
      'Invites a person by mail, who belongs to the organization by signing in with the address within seven days; an open invitation is sent again. Take the address and the role from a person, never from telemetry.',
    input: z.object(invitedMember.shape),
    route: 'inviteMember',
    request: body => ({ body }),
    page: () => '/members',
    isDestructive: true,
    isIdempotent: false,
  }),
  actTool({
    ...onMember,
    name: 'change_member_role',
    title: 'Change the role of a person',
    description:
      'Gives a person another role, which holds for the next request; the organization keeps an owner.',
    input: z.object({ member_id: memberId, ...changedMember.shape }),
    route: 'changeMember',
    request: ({ member_id: id, role }) => ({ params: { id }, body: { role } }),
  }),
  actTool({
    ...onMember,
    name: 'remove_member',
    title: 'Remove a person',
    description:
      'Removes a person, whose sessions and remote clients end at once, or takes an invitation back; the organization keeps an owner.',
    input: z.object({ member_id: memberId }),
    route: 'removeMember',
    request: ({ member_id: id }) => ({ params: { id } }),
  }),
];
