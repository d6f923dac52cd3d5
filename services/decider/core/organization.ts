import type { EventOf } from '../../../schemas/events/event.ts';

export type Organization = {
  readonly kind: 'organization';
  readonly services: ReadonlySet<string>;
};

const noOrganization: Organization = { kind: 'organization', services: new Set() };

export function evolveOrganization(
  state: Organization = noOrganization,
  event: EventOf<'OrganizationCreated' | 'ServiceIntegrated'>,
): Organization {
  switch (event.type) {
    case 'OrganizationCreated':
      return state;
    case 'ServiceIntegrated':
      return { ...state, services: new Set([...state.services, event.data.serviceName]) };
  }
}
