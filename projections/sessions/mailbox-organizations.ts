import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type MailboxOrganizationsRow = { readonly organizationIds: readonly OrganizationId[] };

/** By mailbox, the organizations whose keys were issued for its codes: few, because one mailbox may have few. */
export const mailboxOrganizations: Projection<MailboxOrganizationsRow, EventOf<'ApiKeyIssued'>> = {
  name: 'mailbox-organizations',
  version: 1,
  types: new Set(['ApiKeyIssued']),
  keys: ({ data: { mailboxHash } }) => (mailboxHash === undefined ? [] : [mailboxHash]),
  project: (row, { data: { organizationId } }) => ({
    organizationIds: [...new Set([...(row?.organizationIds ?? []), organizationId])],
  }),
};
