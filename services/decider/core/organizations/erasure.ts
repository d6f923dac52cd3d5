import { aggregate } from '../aggregate.ts';

export type Erasure = { readonly kind: 'erasure'; readonly isOver: boolean };

export const erasures = aggregate<Erasure, 'OrganizationErasureRequested' | 'OrganizationErased'>({
  kind: 'erasure',
  reads: 'whole',
  events: { OrganizationErasureRequested: true, OrganizationErased: true },
  evolve: (_, { type }) => ({ kind: 'erasure', isOver: type === 'OrganizationErased' }),
});
