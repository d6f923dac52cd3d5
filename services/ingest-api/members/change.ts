import { commandEndpoint, type EndpointDependencies } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { memberBody } from '../../../projections/members/member-body.ts';
import { membersStream } from '../../../schemas/members/stream.ts';
import { findMember } from './find.ts';

export type MemberDependencies = EndpointDependencies & {
  readonly keyring: Keyring;
  readonly projections: Pick<Projections, 'state'>;
};

/** PATCH /v1/members/:id */
export const changeMember = (dependencies: MemberDependencies): Handler<'changeMember'> =>
  commandEndpoint(
    {
      route: 'changeMember',
      prepare: ({ params, key: { organizationId }, receivedAtMs, signal }) =>
        findMember({ ...params, organizationId, receivedAtMs, signal }, dependencies),
      stream: ({ found }) => membersStream(found.organizationId),
      payload: async ({ found: { organizationId, userId }, request: { body } }) => ({
        type: 'ChangeMemberRole',
        data: { organizationId, userId, role: body.role },
      }),
      respond: async (_, { found, request: { key, body, receivedAtMs: atMs } }) => {
        const row = { ...found, role: body.role };
        return { status: 200, body: await memberBody(row, key, { ...dependencies, atMs }) };
      },
    },
    dependencies,
  );
