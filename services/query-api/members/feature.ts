import { members as rows } from '../../../projections/members/members.ts';
import type { QueryShared } from '../shared.ts';
import { getMember, listMembers } from './members.ts';

export const members = {
  projections: [rows],
  handlers: (shared: QueryShared) => ({
    listMembers: listMembers(shared),
    getMember: getMember(shared),
  }),
};
