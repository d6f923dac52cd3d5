import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Erased } from '../../schemas/organizations/erasure.ts';
import type { Projection } from '../engine/projection.ts';

export type ErasureRow = {
  readonly organizationId: OrganizationId;
  readonly requestedAtMs: number;
  /** Of the request. */
  readonly position: number;
  /** Absent while there is something left. */
  readonly over?: { readonly atMs: number; readonly position: number; readonly erased: Erased };
};

/** Names an erasure and how far it has come, for those who do something once at each of its two steps. */
export const stepOf = ({ organizationId, over }: ErasureRow): string =>
  over === undefined ? organizationId : `${organizationId} over`;

/** By organization: that it is to be erased, or is. */
export const erasures: Projection<
  ErasureRow,
  EventOf<'OrganizationErasureRequested' | 'OrganizationErased'>
> = {
  name: 'erasures',
  version: 1,
  types: new Set(['OrganizationErasureRequested', 'OrganizationErased']),
  keys: ({ data }) => [data.organizationId],
  project: (row, { type, data, atMs }, _, { position }) => {
    const { organizationId } = data;
    if (type === 'OrganizationErasureRequested')
      return { organizationId, requestedAtMs: atMs, position };
    return row && { ...row, over: { atMs, position, erased: data.erased } };
  },
};
