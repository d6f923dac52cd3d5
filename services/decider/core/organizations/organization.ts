import type { Personal } from '../../../../schemas/accounts/personal.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { Sealed, UserId } from '../../../../schemas/ids.ts';
import { aggregate } from '../aggregate.ts';

export type Organization = {
  readonly kind: 'organization';
  readonly ownerId: UserId;
  /** Absent if version 1 stored the name in clear. */
  readonly name?: Sealed;
};

type OrganizationType = 'OrganizationCreated' | 'OrganizationRenamed';

/** Its services are in its stream too; a service that is registered again changes no decision. */
export const organizations = aggregate<Organization, OrganizationType>({
  kind: 'organization',
  reads: 'carried',
  version: 2,
  events: { OrganizationCreated: true, OrganizationRenamed: true },
  evolve: evolveOrganization,
});

function evolveOrganization(
  state: Organization | undefined,
  event: EventOf<OrganizationType>,
): Organization | undefined {
  const name = sealedName(event.data.displayName);
  switch (event.type) {
    case 'OrganizationCreated':
      return { kind: 'organization', ownerId: event.data.ownerId, ...name };
    case 'OrganizationRenamed':
      return state && { ...state, ...name };
  }
}

/** A name in clear is not carried on. */
const sealedName = (displayName: Personal): Pick<Organization, 'name'> =>
  'sealed' in displayName ? { name: displayName.sealed } : {};
