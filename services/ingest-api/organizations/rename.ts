import { commandEndpoint, type EndpointDependencies } from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { KeyOwner, Keyring } from '../../../platform/keyring/port.ts';
import { reveal } from '../../../platform/privacy/personal.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { organizations } from '../../../projections/organizations/organizations.ts';
import type { Personal } from '../../../schemas/accounts/personal.ts';
import { organizationStream, type Sealed } from '../../../schemas/ids.ts';

export type RenameDependencies = EndpointDependencies & {
  readonly projections: Pick<Projections, 'state'>;
  readonly keyring: Keyring;
};

/** PATCH /v1/organization */
export const renameOrganization = (dependencies: RenameDependencies) =>
  commandEndpoint(
    {
      route: 'renameOrganization',
      prepare: async ({ key: { organizationId }, receivedAtMs, signal }) => {
        const state = await dependencies.projections.state({ signal });
        const row = state.get(organizations, organizationId);
        if (row !== undefined) return row;
        const message = `there is no organization ${organizationId}`;
        throw rejectionProblem({ reason: 'organization_unknown', message }, receivedAtMs);
      },
      stream: ({ found: { organizationId } }) => organizationStream(organizationId),
      payload: async ({ found: { organizationId, displayName }, request: { body } }) => {
        const owner = { kind: 'organization', id: organizationId } as const;
        const sealed = await sealedOnce(owner, body.name, displayName, dependencies.keyring);
        return { type: 'RenameOrganization', data: { organizationId, displayName: { sealed } } };
      },
      respond: (_, { found: { organizationId, createdAtMs }, request: { body } }) => ({
        status: 200,
        body: {
          id: organizationId,
          name: body.name,
          created_at: new Date(createdAtMs).toISOString(),
        },
      }),
    },
    dependencies,
  ) satisfies Handler<'renameOrganization'>;

/** The stored value if it seals this name: sealing it again would give another value, and look like a change. */
async function sealedOnce(
  owner: KeyOwner,
  name: string,
  stored: Personal,
  keyring: Keyring,
): Promise<Sealed> {
  const isSame = 'sealed' in stored && (await reveal(owner, stored, keyring)) === name;
  return isSame ? stored.sealed : keyring.seal(owner, name);
}
