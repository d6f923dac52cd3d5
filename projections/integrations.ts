import type { EventOf } from '../schemas/events/event.ts';
import type { OrganizationId } from '../schemas/ids.ts';
import type { Personal } from '../schemas/personal.ts';
import type { Projection } from './projection.ts';

export type IntegrationRow = {
  readonly organizationId: OrganizationId;
  readonly serviceName: string;
  readonly source: string;
  /** JSON, sealed for the organization. */
  readonly metadata?: Personal;
  readonly integratedAtMs: number;
};

/** Half a character pair, which JSON can carry and a key cannot, becomes the replacement character. */
export const integrationKey = (organizationId: OrganizationId, serviceName: string): string =>
  `${organizationId}/${Buffer.from(serviceName).toString()}`;

/** By organization and service; the first integration of a service stays. */
export const integrations: Projection<IntegrationRow, EventOf<'ServiceIntegrated'>> = {
  name: 'integrations',
  version: 2,
  types: new Set(['ServiceIntegrated']),
  keys: ({ data }) => [integrationKey(data.organizationId, data.serviceName)],
  project: (row, { data, atMs }) =>
    row ?? {
      organizationId: data.organizationId,
      serviceName: data.serviceName,
      source: data.source,
      ...(data.metadata && { metadata: data.metadata }),
      integratedAtMs: atMs,
    },
};
