import { z } from 'zod';
import { keysFor } from '../api-keys/kinds.ts';
import { domainCommand, domainRead } from '../http/domain-routes.ts';
import { mailAddress } from '../http/mail-address.ts';
import { asOfQuery, cursorQuery, instant, limited, nextCursor, queryFlag } from '../http/parts.ts';
import type { Route } from '../http/route.ts';
import { examples } from './examples.ts';
import { memberLimits } from './limits.ts';
import { memberRoles } from './roles.ts';

const memberPath = '/v1/members/:id';
const byId = z.object({ id: z.string() });
const role = z.enum(memberRoles).meta({
  description:
    '`owner` may do everything, `member` everything but keys, billing, people and the name of the organization, `viewer` reads.',
});

const member = z.object({
  id: z.string().meta({ description: 'The actor of what the person does, in the audit log.' }),
  email: z.string().nullable().meta({
    description: 'Null for API keys, and after the data of the organization was erased.',
  }),
  email_hint: z.string().nullable().meta({ description: 'The first character and the domain.' }),
  role,
  status: z.enum(['invited', 'active', 'expired', 'removed']),
  is_you: z.boolean(),
  invited_by: z.string().nullable().meta({ description: 'Null for who registered.' }),
  invited_at: instant.nullable(),
  expires_at: instant.nullable().meta({ description: 'Of an invitation that nobody followed.' }),
  joined_at: instant.nullable(),
  removed_at: instant.nullable(),
});

export type MemberBody = z.infer<typeof member>;

const listLimit = { maximum: memberLimits.listedMax, preset: memberLimits.listedMax };

export const invitedMember = z.object({ email: mailAddress, role: role.default('member') });
export const changedMember = z.object({ role });

const removed = z.object({ success: z.literal(true), id: z.string() });
/** An API key names no person: somebody who found one must not become an owner by it. */
const byOwners = { ...domainCommand, keys: keysFor.people } as const;

export const memberRoutes = [
  {
    ...domainRead,
    name: 'listMembers',
    path: '/v1/members',
    query: z.object({
      ...asOfQuery,
      ...limited(listLimit),
      ...cursorQuery,
      removed: queryFlag.optional().meta({ description: 'Also those who left or were removed.' }),
    }),
    response: z.object({ members: z.array(member), total: z.int(), next_cursor: nextCursor }),
    summary: 'Lists the people of the organization and open invitations, the oldest first.',
    example: examples.listMembers,
    statuses: [200, 400, 410],
  },
  {
    ...domainRead,
    name: 'getMember',
    path: memberPath,
    params: byId,
    query: z.object(asOfQuery),
    response: member,
    summary: 'Gives a person of the organization, also one who left it.',
    example: examples.getMember,
    statuses: [200, 400, 404, 410],
  },
  {
    ...byOwners,
    name: 'inviteMember',
    method: 'POST',
    path: '/v1/members',
    body: 'json',
    request: invitedMember,
    response: member,
    summary:
      'Invites a person by mail, who is a member by signing in with the address within seven days; an open invitation is sent again.',
    example: examples.inviteMember,
    statuses: [201, 400, 409, 413, 415, 429],
  },
  {
    ...byOwners,
    name: 'changeMember',
    method: 'PATCH',
    path: memberPath,
    params: byId,
    body: 'json',
    request: changedMember,
    response: member,
    summary: 'Gives a person another role, which holds for the next request.',
    example: examples.changeMember,
    statuses: [200, 400, 404, 409, 413, 415],
  },
  {
    ...byOwners,
    name: 'removeMember',
    method: 'DELETE',
    path: memberPath,
    params: byId,
    body: 'none',
    response: removed,
    summary:
      'Removes a person or takes an invitation back; sessions, and what the person allowed remote clients, end at once.',
    example: examples.removeMember,
    statuses: [200, 404, 409],
  },
  {
    ...domainCommand,
    keys: keysFor.sessions,
    name: 'leaveOrganization',
    method: 'DELETE',
    path: '/v1/me/membership',
    body: 'none',
    response: removed,
    summary: 'Leaves the organization of the session, which ends.',
    example: examples.leaveOrganization,
    statuses: [200, 409],
  },
] as const satisfies readonly Route[];
