import type { OrganizationId, Sealed } from '../ids.ts';
import type { Erased } from './erasure.ts';

export type OrganizationRenamed = {
  readonly type: 'OrganizationRenamed';
  readonly data: {
    readonly organizationId: OrganizationId;
    /** Sealed under the organization's key. */
    readonly displayName: { readonly sealed: Sealed };
  };
};

/** From now on its keys are refused. */
export type OrganizationErasureRequested = {
  readonly type: 'OrganizationErasureRequested';
  readonly data: { readonly organizationId: OrganizationId };
};

export type OrganizationErased = {
  readonly type: 'OrganizationErased';
  readonly data: { readonly organizationId: OrganizationId; readonly erased: Erased };
};

export type OrganizationEvent =
  | OrganizationRenamed
  | OrganizationErasureRequested
  | OrganizationErased;
