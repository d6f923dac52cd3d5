import {
  type Accepted,
  commandEndpoint,
  type EndpointDependencies,
} from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import { recipientOf } from '../../../platform/privacy/address-hashes.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import { memberBody } from '../../../projections/members/member-body.ts';
import { userId } from '../../../schemas/ids.ts';
import type { MemberInvited } from '../../../schemas/members/events.ts';
import { membersStream } from '../../../schemas/members/stream.ts';
import { personOf } from '../oauth/person.ts';

export type InviteDependencies = EndpointDependencies & { readonly keyring: Keyring };

/** POST /v1/members: a notifier mails the invitation. */
export const inviteMember = (dependencies: InviteDependencies): Handler<'inviteMember'> =>
  commandEndpoint(
    {
      route: 'inviteMember',
      prepare: ({ body }) => recipientOf(body.email, dependencies.keyring),
      stream: ({ request: { key } }) => membersStream(key.organizationId),
      payload: async ({ id, found, request: { key, body } }) => {
        const { organizationId } = key;
        const owner = { kind: 'organization', id: organizationId } as const;
        const email = await dependencies.keyring.seal(owner, body.email);
        const who = { ...found, organizationId, email, role: body.role };
        const invitedBy = personOf(key).userId;
        return {
          type: 'InviteMember',
          data: { ...who, userId: userId(uuidV5(id, 'member')), invitedBy },
        };
      },
      respond: async (outcome, { request: { key, receivedAtMs: atMs } }) => {
        const { invitedBy: by, expiresAtMs, ...person } = invited(outcome);
        const row = { ...person, invited: { by, atMs: outcome.atMs, expiresAtMs } };
        return { status: 201, body: await memberBody(row, key, { ...dependencies, atMs }) };
      },
    },
    dependencies,
  );

function invited({ type, data }: Accepted): MemberInvited['data'] {
  if (type === 'MemberInvited') return data;
  throw new Error(`expected MemberInvited to answer, found ${type}`);
}
