import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { MemberRow } from '../../../projections/members/members.ts';
import type { RemoveMember } from '../../../schemas/members/commands.ts';
import { membersStream } from '../../../schemas/members/stream.ts';
import { personOf } from '../oauth/person.ts';
import type { MemberDependencies } from './change.ts';
import { findMember } from './find.ts';

/** DELETE /v1/members/:id: responds once this process refuses the sessions of the person. */
export const removeMember = (dependencies: MemberDependencies): Handler<'removeMember'> =>
  commandEndpoint(
    {
      route: 'removeMember',
      prepare: ({ params, key: { organizationId }, receivedAtMs, signal }) =>
        findMember({ ...params, organizationId, receivedAtMs, signal }, dependencies),
      stream: ({ found }) => membersStream(found.organizationId),
      payload: async ({ found }) => removal(found, 'removed'),
      respond: (_, { found: { userId: id } }) => ({ status: 200, body: { success: true, id } }),
    },
    dependencies,
  );

/** DELETE /v1/me/membership */
export const leaveOrganization = (dependencies: MemberDependencies): Handler<'leaveOrganization'> =>
  commandEndpoint(
    {
      route: 'leaveOrganization',
      prepare: ({ key, receivedAtMs, signal }) => {
        const { organizationId, userId: id } = personOf(key);
        return findMember({ organizationId, id, receivedAtMs, signal }, dependencies);
      },
      stream: ({ found }) => membersStream(found.organizationId),
      payload: async ({ found }) => removal(found, 'left'),
      respond: (_, { found: { userId: id } }) => ({ status: 200, body: { success: true, id } }),
    },
    dependencies,
  );

const removal = (
  { organizationId, userId, addressHash }: MemberRow,
  reason: RemoveMember['data']['reason'],
): RemoveMember => ({
  type: 'RemoveMember',
  data: { organizationId, userId, addressHash, reason },
});
