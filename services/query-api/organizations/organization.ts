import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import { addressHint } from '../../../platform/privacy/address-hint.ts';
import { reveal } from '../../../platform/privacy/personal.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { ownerOf } from '../../../projections/members/owner.ts';
import { organizations } from '../../../projections/organizations/organizations.ts';

export type OrganizationDependencies = {
  readonly projections: Pick<Projections, 'state'>;
  readonly keyring: Pick<Keyring, 'unseal'>;
};

/** GET /v1/organization */
export const organization =
  ({ projections, keyring }: OrganizationDependencies): Handler<'organization'> =>
  async ({ key: { organizationId: id }, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs(request), signal });
    const row = state.get(organizations, id);
    if (row === undefined) throw notFound('there was no such organization at that instant');
    const owner = { kind: 'organization', id } as const;
    const sealedEmail = ownerOf(id, state)?.email;
    const email = sealedEmail && (await keyring.unseal(owner, sealedEmail));
    return {
      status: 200,
      body: {
        id,
        name: (await reveal(owner, row.displayName, keyring)) ?? null,
        created_at: new Date(row.createdAtMs).toISOString(),
        owner_email_hint: email === undefined ? null : addressHint(email),
      },
    };
  };
