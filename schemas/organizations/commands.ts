import type { OrganizationId, Sealed } from '../ids.ts';

export type RenameOrganization = {
  readonly type: 'RenameOrganization';
  readonly data: {
    readonly organizationId: OrganizationId;
    /**
     * Sealed under the organization's key. Sealing is random, so a sender repeats the stored value if the
     * name is the same: only then can the decider see that nothing changes.
     */
    readonly displayName: { readonly sealed: Sealed };
  };
};

export type OrganizationCommand = RenameOrganization;
