import { members as rows } from '../../../projections/members/members.ts';
import type { ActionShared } from '../shared.ts';
import { changeMember } from './change.ts';
import { inviteMember } from './invite.ts';
import { leaveOrganization, removeMember } from './remove.ts';

export const members = {
  projections: [rows],
  handlers: (shared: ActionShared) => ({
    inviteMember: inviteMember(shared),
    changeMember: changeMember(shared),
    removeMember: removeMember(shared),
    leaveOrganization: leaveOrganization(shared),
  }),
};
