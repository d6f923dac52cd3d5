import type { OrganizationId, Sealed } from '../ids.ts';

export type OrganizationRenamed = {
  readonly type: 'OrganizationRenamed';
  readonly data: {
    readonly organizationId: OrganizationId;
    /** Sealed under the organization's key. */
    readonly displayName: { readonly sealed: Sealed };
  };
};

export type OrganizationEvent = OrganizationRenamed;
