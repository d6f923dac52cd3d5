import type { OrganizationId, Sealed } from '../ids.ts';
import type { OrganizationErased, OrganizationErasureRequested } from './events.ts';

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

export type EraseOrganization = {
  readonly type: 'EraseOrganization';
  readonly data: OrganizationErasureRequested['data'];
};

/** Nothing is left of it. */
export type ConcludeErasure = {
  readonly type: 'ConcludeErasure';
  readonly data: OrganizationErased['data'];
};

export type OrganizationCommand = RenameOrganization | EraseOrganization | ConcludeErasure;
